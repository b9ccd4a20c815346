import { figure, row, text, valueWithInterval, seriesById, section } from '../blocks.js';
import { agentsText, change, countOf, inParentheses, percent } from '../format-numbers.js';
import type { ViewIndicators, ViewInput } from '../view-input.js';
import type { Section } from '../view.schema.js';

const maxSegments = 4;
const maxGroups = 12;

type Welfare = NonNullable<ViewIndicators['welfare']>;
type Segment = Welfare['segments'][number];
type Shares = `${'gaining' | 'losing'}_share${'' | '_interval'}`;

/** Change of the consumer surplus, and the groups that gain and lose most. Only if the scenario changes something. */
export function welfareSection({ indicators }: ViewInput): Section | undefined {
  const welfare = indicators?.welfare;
  if (!welfare || welfare.all.direction === 'unchanged') return undefined;
  const { all, total, unit } = welfare;
  const shown = welfare.segments
    .filter(({ groups }) => groups.length > 1 && groups.length <= maxGroups)
    .toSorted((a, b) => spreadOf(b) - spreadOf(a))
    .slice(0, maxSegments);
  const valueRow = (label: string, { estimate, interval }: typeof all.mean) => ({
    label,
    values: [{ series: 'scenario' as const, value: estimate, interval }],
  });
  const rows = shown.flatMap(({ label, groups }) => [
    { label, values: [] },
    ...groups.map(({ label: name, mean }) => valueRow(name, mean)),
  ]);
  const cellsOf = (label: string, group: Pick<typeof all, 'agent_count' | 'mean' | Shares>) =>
    row(
      label,
      countOf(group.agent_count),
      valueWithInterval(change(group.mean.estimate), group.mean.interval, change),
      valueWithInterval(percent(group.gaining_share), group.gaining_share_interval, percent),
      valueWithInterval(percent(group.losing_share), group.losing_share_interval, percent),
    );
  const cells = [
    cellsOf('All agents', all),
    ...shown.flatMap(({ label, groups }) => [row(label), ...groups.map((group) => cellsOf(group.label, group))]),
  ];
  return section(
    'welfare',
    'Gains and losses',
    'analyses',
    text([
      `The scenario changes the consumer surplus of an agent by ${change(all.mean.estimate)} ${unit}${inParentheses(all.mean.interval, change)} per decision, and of these ${agentsText(all.agent_count)} together by ${change(total.estimate)} ${unit}.`,
      `${percent(all.gaining_share)} of the agents gain${inParentheses(all.gaining_share_interval, percent)}, ${percent(all.losing_share)} lose${inParentheses(all.losing_share_interval, percent)}.`,
      noMoneyText(welfare),
      welfare.segments.length > shown.length &&
        `The ${shown.length} attributes with the largest differences between groups are shown; the API returns all.`,
      'No interval includes the error of the model.',
    ]),
    figure(
      'Mean change of an agent, by group',
      {
        type: 'intervals',
        axis: unit,
        format: 'change',
        is_difference: true,
        series: [seriesById.scenario],
        rows: [valueRow('All agents', all.mean), ...rows],
      },
      ['Group', 'Agents', `Change (${unit})`, 'Gain', 'Lose'],
      cells,
    ),
  );
}

function noMoneyText({ money_unavailable: reason }: Welfare): string {
  if (reason === 'no_cost') return 'The model has no cost, so the change is in units of utility.';
  if (reason === 'cost_coefficient_not_negative')
    return 'More cost does not lower the utility of all agents, so the change is in units of utility.';
  return '';
}

function spreadOf({ groups }: Segment): number {
  const values = groups.filter(({ is_small }) => !is_small).map(({ mean }) => mean.estimate);
  return values.length < 2 ? 0 : Math.max(...values) - Math.min(...values);
}
