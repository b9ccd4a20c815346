import { markup } from '../../../common/http/html.js';
import { agentsInteract, smallGroupSize } from '../../../engine/analyses.js';
import type { Interval } from '../../../engine/simulate.js';
import { headlineOf } from '../../headline.js';
import { isOfOldEngine } from '../../stored-summary.js';
import type { SegmentGroupRecord, SegmentRecord } from '../../summary.schema.js';
import { figure, valueWithInterval, type Row } from '../figure.js';
import { change, countOf, number, percent, points } from '../format-numbers.js';
import { misfitText } from '../held-out-error.js';
import { intervalPlot, type IntervalRow } from '../plots/interval-plot.js';
import { seriesByName } from '../plots/series.js';
import type { Reference } from '../reference.js';
import type { ReportInput } from '../report-input.js';
import type { Section } from '../section.js';

const maxSegments = 6;
const maxGroups = 12;

/** The number by which groups are compared. */
interface GroupValue {
  title: string;
  axis: string;
  isDifference: boolean;
  read: (group: SegmentGroupRecord) => { value: number; interval: Interval | null };
  format: (value: number) => string;
}

/** The attributes with the largest differences between groups. */
export function segmentsSection(input: ReportInput, reference: Reference | null): Section | undefined {
  const { definition, summary } = input;
  const known = summary.segments.filter(({ groups }) => groups.length > 1 && groups.length <= maxGroups);
  if (known.length === 0) return undefined;
  const value = headlineValue(input, reference);
  const shown = known.toSorted((a, b) => spreadOf(b, value) - spreadOf(a, value)).slice(0, maxSegments);
  const rows: IntervalRow[] = shown.flatMap(({ label, groups }) => [
    { label, isHeading: true, values: [] },
    ...groups.map((group) => ({
      label: group.label,
      values: [{ series: seriesByName.scenario, ...value.read(group) }],
    })),
  ]);
  const { title, axis, isDifference, format } = value;
  const plot = intervalPlot({ title, rows, format, axis, isDifference });
  const cells = shown.flatMap(({ label, groups }): Row[] => [
    [label],
    ...groups.map((group): Row => {
      const { value: groupValue, interval } = value.read(group);
      const agents = `${countOf(group.agent_count)}${group.agent_count < smallGroupSize ? ' (few)' : ''}`;
      return [group.label, agents, valueWithInterval(format(groupValue), interval, format)];
    }),
  ]);
  const left = summary.segments.length - shown.length;
  const few =
    shown.some(({ groups }) => groups.some(({ agent_count }) => agent_count < smallGroupSize)) &&
    ' Groups marked “few” have too few agents for a precise value.';
  return {
    id: 'groups',
    title: 'Differences between groups',
    content: markup`<p>${left > 0 && `Attributes are model inputs. The ${shown.length} of ${summary.segments.length} attributes with the largest differences between groups are shown.`} ${intervalNote(input)} ${misfitText(
      definition,
      headlineOf(definition, summary),
      shown.map(({ attribute }) => attribute),
    )} With many groups, some differences between groups result from errors alone.${few}</p>
${figure(title, plot, ['Group', 'Agents', isDifference ? 'Difference' : 'Value'], cells)}`,
  };
}

function intervalNote({ definition, engineVersion }: ReportInput): string {
  if (agentsInteract(definition))
    return 'The agents interact, so the agents of a group are not independent: intervals exist only for all agents together.';
  return isOfOldEngine(engineVersion)
    ? 'Intervals of groups include the simulation error only, because an engine before 2.0.0 computed them.'
    : 'Intervals of groups combine all known errors.';
}

/** The headline figure: its difference from the baseline, or its value if the scenario is the baseline. */
function headlineValue({ definition, summary }: ReportInput, reference: Reference | null): GroupValue {
  const { kind, figure } = headlineOf(definition, summary);
  const { id, label } = figure;
  const share = (group: SegmentGroupRecord) =>
    [...group.outcome_groups, ...group.outcomes].find((one) => one.id === id)!;
  const mean = (group: SegmentGroupRecord) => group.measures.find((one) => one.id === id)!;
  if (kind === 'mean') {
    return reference === null
      ? {
          title: `${label} by group`,
          axis: figure.unit,
          isDifference: false,
          format: number,
          read: (group) => ({ value: mean(group).mean, interval: mean(group).interval }),
        }
      : {
          title: `${label}: ${reference.difference}, by group`,
          axis: figure.unit,
          isDifference: true,
          format: change,
          read: (group) => differenceOf(mean(group)),
        };
  }
  return reference === null
    ? {
        title: `${label}: share by group`,
        axis: 'share of the group',
        isDifference: false,
        format: percent,
        read: (group) => ({ value: share(group).share, interval: share(group).interval }),
      }
    : {
        title: `${label}: ${reference.difference}, by group`,
        axis: 'percentage points',
        isDifference: true,
        format: points,
        read: (group) => differenceOf(share(group)),
      };
}

const differenceOf = ({
  difference,
  difference_interval,
}: {
  difference: number;
  difference_interval: Interval | null;
}) => ({
  value: difference,
  interval: difference_interval,
});

/** Returns the largest difference between groups of an attribute. Ignores groups with few agents. */
function spreadOf({ groups }: SegmentRecord, { read }: GroupValue): number {
  const values = groups.filter(({ agent_count }) => agent_count >= smallGroupSize).map((group) => read(group).value);
  return values.length < 2 ? 0 : Math.max(...values) - Math.min(...values);
}
