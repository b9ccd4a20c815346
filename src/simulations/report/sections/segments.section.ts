import { markup, type Html } from '../../../common/http/html.js';
import {
  agentsInteract,
  smallGroupSize,
  type Interval,
  type SegmentGroup,
  type SegmentSummary,
  type Summary,
} from '../../../engine/index.js';
import { figure } from '../figure.js';
import { change, countOf, number, percent, points, range } from '../format-numbers.js';
import { intervalPlot, type IntervalRow } from '../plots/interval-plot.js';
import { seriesByName } from '../plots/series.js';
import type { ReportInput } from '../report-input.js';

const maxSegments = 6;
const maxGroups = 12;

/** The number by which groups are compared. */
interface GroupValue {
  title: string;
  axis: string;
  isDifference: boolean;
  read: (group: SegmentGroup) => { value: number; interval: Interval | null };
  format: (value: number) => string;
}

/** The attributes with the largest differences between groups. */
export function segmentsSection({ summary, definition }: ReportInput, isBaseline: boolean): Html | undefined {
  const known = summary.segments.filter(({ groups }) => groups.length > 1 && groups.length <= maxGroups);
  const value = valueToCompare(summary, isBaseline);
  if (known.length === 0 || !value) return undefined;
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
  const cells = shown.flatMap(({ label, groups }) => [
    [label],
    ...groups.map((group) => {
      const { value: groupValue, interval } = value.read(group);
      const agents = `${countOf(group.agent_count)}${group.agent_count < smallGroupSize ? ' (few)' : ''}`;
      return [group.label, agents, format(groupValue), range(interval, format)];
    }),
  ]);
  const left = summary.segments.length - shown.length;
  return markup`<section>
<h2>Differences between groups</h2>
<p>${left > 0 ? `Attributes are model inputs. The ${shown.length} of ${summary.segments.length} attributes with the largest differences between groups are shown.` : undefined} ${intervalNote(agentsInteract(definition))} With many groups, some differences result from sampling error alone.</p>
${figure(title, plot, ['Group', 'Agents', isDifference ? 'Difference' : 'Value', '95% interval'], cells)}
</section>`;
}

function intervalNote(interact: boolean): string {
  return interact
    ? 'The agents interact, so groups are not independent: intervals exist only for all agents together.'
    : 'Intervals of groups include sampling error only.';
}

/** Chooses the first measure if the scenario changes it, and otherwise the outcome with the largest change. */
function valueToCompare({ measures: [measure], outcomes }: Summary, isBaseline: boolean): GroupValue | undefined {
  if (measure && (isBaseline || measure.difference !== 0)) {
    const { id, label, unit } = measure;
    const find = (group: SegmentGroup) => group.measures.find((one) => one.id === id)!;
    return isBaseline
      ? {
          title: `${label} by group`,
          axis: unit,
          isDifference: false,
          format: number,
          read: (group) => ({ value: find(group).mean, interval: find(group).interval }),
        }
      : {
          title: `${label}: difference from the baseline, by group`,
          axis: unit,
          isDifference: true,
          format: change,
          read: (group) => differenceOf(find(group)),
        };
  }
  const [outcome] = outcomes.toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference) || b.share - a.share);
  if (!outcome) return undefined;
  const find = (group: SegmentGroup) => group.outcomes.find((one) => one.id === outcome.id)!;
  return isBaseline
    ? {
        title: `${outcome.label}: share by group`,
        axis: 'share of the group',
        isDifference: false,
        format: percent,
        read: (group) => ({ value: find(group).share, interval: find(group).interval }),
      }
    : {
        title: `${outcome.label}: difference from the baseline, by group`,
        axis: 'percentage points',
        isDifference: true,
        format: points,
        read: (group) => differenceOf(find(group)),
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
function spreadOf({ groups }: SegmentSummary, { read }: GroupValue): number {
  const values = groups.filter(({ agent_count }) => agent_count >= smallGroupSize).map((group) => read(group).value);
  return values.length < 2 ? 0 : Math.max(...values) - Math.min(...values);
}
