import { numericParameters } from '../../../../model/definition.js';
import { headlineOf } from '../../headline.js';
import { settingText } from '../../result-words.js';
import { figure, row, table, text, valueCell, seriesById, section, intervalsFigure } from '../blocks.js';
import { change, setting, agentsText, countOf, inParentheses, percent } from '../format-numbers.js';
import type { ViewInput, ViewIndicators } from '../view-input.js';
import type { Cell, Section } from '../view.schema.js';
import { tradeOffsOf } from '../../../../model/analyses.js';
import { amountsTable } from '../trade-off-text.js';

/** Elasticities of the headline figure with respect to the numeric parameters, the largest first. */
export function elasticitiesSection({ definition, summary, indicators }: ViewInput): Section | undefined {
  if (!indicators) return undefined;
  const { parameters, elasticities } = indicators.elasticities;
  const { id, label } = headlineOf(definition, summary).figure;
  const found = elasticities
    .filter((one) => one.figure === id && (one.point ?? one.arc))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a));
  if (found.length === 0) return undefined;
  const parameterOf = (one: Elasticity) => parameters.find((parameter) => parameter.id === one.parameter)!;
  const title = `${label}: elasticities`;
  const rows = found.flatMap((one) =>
    one.point?.kind === 'elasticity'
      ? [
          {
            label: parameterOf(one).label,
            values: [{ series: 'scenario' as const, value: one.point.estimate, interval: one.point.interval }],
          },
        ]
      : [],
  );
  const cells = found.map((one) => {
    const { id: parameterId, label: name, value } = parameterOf(one);
    const own = definition.scenario.parameters.find((parameter) => parameter.id === parameterId);
    return row(name, own ? settingText(own, value) : setting(value), estimateCell(one.point), estimateCell(one.arc));
  });
  const head = ['Parameter', 'Value', 'At the scenario', 'Arc'];
  const axis = 'change in % for 1% more of the parameter';
  const all = numericParameters(definition.scenario.parameters).length;
  return section(
    { id: 'elasticities', title: 'Elasticities', part: 'analyses' },
    text([
      'An elasticity of −0.5 means that 1% more of the parameter lowers the figure by 0.5%. A value per unit shows the relative change for one unit more. The arc compares the baseline with the scenario, or 10% less with 10% more.',
      all > parameters.length && `${parameters.length} of ${all} parameters are shown; the API returns all.`,
      'No interval includes the error of the model.',
    ]),
    rows.length > 0
      ? figure(
          title,
          { type: 'intervals', axis, format: 'change', is_difference: true, series: [seriesById.scenario], rows },
          head,
          cells,
        )
      : table(title, head, cells),
  );
}

type Elasticity = NonNullable<ViewInput['indicators']>['elasticities']['elasticities'][number];

const sizeOf = ({ point, arc }: Elasticity) => Math.abs((point ?? arc)?.estimate ?? 0);

function estimateCell(estimate: Elasticity['point'] | Elasticity['arc']): Cell {
  if (!estimate) return { text: '–' };
  const cell = valueCell(estimate.estimate, estimate.interval, change);
  return estimate.kind === 'semi_elasticity' ? { ...cell, text: `${cell.text} per unit` } : cell;
}

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
  const rowOf = (label: string, group: Pick<typeof all, 'agent_count' | 'mean' | Shares>) => ({
    label,
    values: [{ series: 'scenario' as const, value: group.mean.estimate, interval: group.mean.interval }],
    cells: [
      countOf(group.agent_count),
      valueCell(group.mean.estimate, group.mean.interval, change),
      valueCell(group.gaining_share, group.gaining_share_interval, percent),
      valueCell(group.losing_share, group.losing_share_interval, percent),
    ],
  });
  return section(
    { id: 'welfare', title: 'Gains and losses', part: 'analyses' },
    text([
      `The scenario changes the consumer surplus of an agent by ${change(all.mean.estimate)} ${unit}${inParentheses(all.mean.interval, change)} per decision, and of these ${agentsText(all.agent_count)} together by ${change(total.estimate)} ${unit}.`,
      `${percent(all.gaining_share)} of the agents gain${inParentheses(all.gaining_share_interval, percent)}, ${percent(all.losing_share)} lose${inParentheses(all.losing_share_interval, percent)}.`,
      noMoneyText(welfare),
      welfare.segments.length > shown.length &&
        `The ${shown.length} attributes with the largest differences between groups are shown; the API returns all.`,
      'No interval includes the error of the model.',
    ]),
    intervalsFigure(
      'Mean change of an agent, by group',
      { axis: unit, format: 'change', series: [seriesById.scenario] },
      ['Group', 'Agents', `Change (${unit})`, 'Gain', 'Lose'],
      [
        rowOf('All agents', all),
        ...shown.flatMap(({ label, groups }) => [
          { label, values: [], cells: [] },
          ...groups.map((group) => rowOf(group.label, group)),
        ]),
      ],
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

/** More rows would make the table long. The API returns all. */
const maxRows = 16;

/** What agents would pay for features of the alternatives. Only for a workflow with an amount of money in its utilities. */
export function tradeOffsSection({ definition, compared }: ViewInput): Section | undefined {
  const found = compared ? undefined : tradeOffsOf(definition);
  if (!found || found.trade_offs.length === 0) return undefined;
  const { cost, trade_offs: all, left_out: leftOut } = found;
  const shown = all.slice(0, maxRows);
  return section(
    { id: 'trade-offs', title: 'Trade-offs', part: 'analyses' },
    text([
      `Amounts that agents would pay for one more unit of a feature, or to save one hour, from the coefficients of the feature and of “${cost.label}”. A negative amount means that agents dislike the feature. They do not depend on the scenario.`,
      'No interval includes the error of the model, because the held-out data contain no amounts of money.',
      all.length > shown.length && `${shown.length} of ${all.length} trade-offs are shown; the API returns all.`,
      shown.some(({ percentile }) => percentile !== null) &&
        'If amounts differ between agents, those above the amounts of 10%, 50% and 90% of the agents are shown.',
      leftOut.length > 0 &&
        `Features without an amount for some or all agents: ${leftOut.map(({ label }) => label).join(', ')}.`,
    ]),
    amountsTable(shown, ({ applies_to: group, excludes }) => [
      group?.label,
      ...excludes.map((one) => `except “${one.label}”`),
    ]),
  );
}
