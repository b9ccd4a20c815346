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
import { series } from '../plots/series.js';
import type { ReportInput } from '../report-input.js';

const MOST_SEGMENTS = 6;
const MOST_GROUPS = 12;

/** The one number that groups are compared by. */
interface Looked {
  title: string;
  axis: string;
  isDifference: boolean;
  of: (group: SegmentGroup) => { value: number; interval: Interval | null };
  told: (value: number) => string;
}

/** The groups that answer most differently. */
export function segmentsSection({ summary, definition }: ReportInput, isBaseline: boolean): Html | undefined {
  const known = summary.segments.filter(({ groups }) => groups.length > 1 && groups.length <= MOST_GROUPS);
  const looked = lookAt(summary, isBaseline);
  if (known.length === 0 || !looked) return undefined;
  const shown = known.toSorted((a, b) => spreadOf(b, looked) - spreadOf(a, looked)).slice(0, MOST_SEGMENTS);
  const rows: IntervalRow[] = shown.flatMap(({ label, groups }) => [
    { label: label, isHeading: true, values: [] },
    ...groups.map((group) => ({ label: group.label, values: [{ of: series.scenario, ...looked.of(group) }] })),
  ]);
  const { title, axis, isDifference, told } = looked;
  const plot = intervalPlot({ title, rows, format: told, axis, isDifference });
  const cells = shown.flatMap(({ label, groups }) => [
    [label],
    ...groups.map((group) => {
      const { value, interval } = looked.of(group);
      const agents = `${countOf(group.agent_count)}${group.agent_count < smallGroupSize ? ' (few)' : ''}`;
      return [group.label, agents, told(value), range(interval, told)];
    }),
  ]);
  const left = summary.segments.length - shown.length;
  return markup`<section>
<h2>Differences between groups</h2>
<p>${left > 0 ? `Attributes are model inputs. The ${shown.length} of ${summary.segments.length} attributes with the largest differences between groups are shown.` : undefined} ${errorsTold(agentsInteract(definition))} With many groups, some differences result from sampling error alone.</p>
${figure(title, plot, ['Group', 'Agents', isDifference ? 'Difference' : 'Value', '95% interval'], cells)}
</section>`;
}

function errorsTold(meet: boolean): string {
  return meet
    ? 'The agents interact, so groups are not independent: intervals exist only for all agents together.'
    : 'Intervals of groups include sampling error only.';
}

/** A number that agents end with, where they have one and it moves; else the outcome that moves most. */
function lookAt({ measures: [measure], outcomes }: Summary, isBaseline: boolean): Looked | undefined {
  if (measure && (isBaseline || measure.difference !== 0)) {
    const { id, label, unit } = measure;
    const found = (group: SegmentGroup) => group.measures.find((one) => one.id === id)!;
    return isBaseline
      ? {
          title: `${label} by group`,
          axis: unit,
          isDifference: false,
          told: number,
          of: (group) => ({ value: found(group).mean, interval: found(group).interval }),
        }
      : {
          title: `${label}: difference from the baseline, by group`,
          axis: unit,
          isDifference: true,
          told: change,
          of: (group) => differenceOf(found(group)),
        };
  }
  const [outcome] = outcomes.toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference) || b.share - a.share);
  if (!outcome) return undefined;
  const found = (group: SegmentGroup) => group.outcomes.find((one) => one.id === outcome.id)!;
  return isBaseline
    ? {
        title: `${outcome.label}: share by group`,
        axis: 'share of the group',
        isDifference: false,
        told: percent,
        of: (group) => ({ value: found(group).share, interval: found(group).interval }),
      }
    : {
        title: `${outcome.label}: difference from the baseline, by group`,
        axis: 'percentage points',
        isDifference: true,
        told: points,
        of: (group) => differenceOf(found(group)),
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

/** How far the groups of an attribute lie apart; those of few agents do not count. */
function spreadOf({ groups }: SegmentSummary, { of }: Looked): number {
  const values = groups.filter(({ agent_count }) => agent_count >= smallGroupSize).map((group) => of(group).value);
  return values.length < 2 ? 0 : Math.max(...values) - Math.min(...values);
}
