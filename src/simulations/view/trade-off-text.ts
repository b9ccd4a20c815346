import { type TradeOff, tradeOffsOf } from '../../../model/analyses.js';
import { seriesById, valueCell, intervalsFigure, row, table } from './blocks.js';
import { number, range } from './format-numbers.js';
import type { ViewInput } from './view-input.js';
import type { Block } from './view.schema.js';

/**
 * The amounts of money for the feature that the question asks about; the median agent first, if amounts differ between agents. Empty if it asks
 * for something else, and if the user selected another result.
 */
export function askedTradeOffs({ definition, routedVia, compared, summary }: ViewInput): TradeOff[] {
  const feature = routedVia?.trade_off;
  if (!feature || compared || summary.headline?.why === 'asked') return [];
  const all = (tradeOffsOf(definition)?.trade_offs ?? []).filter((one) => one.feature === feature);
  return all.toSorted((a, b) => Number(isMedian(b)) - Number(isMedian(a)));
}

const isMedian = ({ percentile }: TradeOff) => percentile === 50;

/** An amount of a workflow or of the result of a fit. */
type Amount = Pick<TradeOff, 'label' | 'kind' | 'class_label' | 'percentile' | 'estimate' | 'unit' | 'set'>;

/** Amounts with the agents that each is about. @param groupsOf names of groups of these agents */
export const amountsTable = <Own extends Amount>(
  all: readonly Own[],
  groupsOf: (one: Own) => readonly (string | null | undefined)[],
): Block =>
  table(
    'What agents would pay',
    ['Feature', 'Amount', '95% confidence set'],
    all.map((one) => {
      const { label, kind, class_label: name, percentile, estimate, unit } = one;
      const agents = [name, ...groupsOf(one), percentile !== null && `above ${percentile}% of agents`]
        .filter(Boolean)
        .join('; ');
      const saved = kind === 'value_of_time' ? ', to save one hour' : '';
      return row(`${label}${saved}${agents && ` (${agents})`}`, `${number(estimate)} ${unit}`, setText(one));
    }),
  );

/** The amounts in one sentence: `Travel time, to save one hour: 70.9 CHF/hour (95% interval 57.8 to 86.9) for the median agent; …`. */
export function tradeOffText(all: readonly TradeOff[]): string {
  const [{ label, kind }] = all as [TradeOff];
  const amounts = all.map((one) =>
    [`${number(one.estimate)} ${one.unit} (95% interval ${setText(one)})`, agentsOf(one)].filter(Boolean).join(' for '),
  );
  return `${label}${kind === 'value_of_time' ? ', to save one hour' : ''}: ${amounts.join('; ')}. The amount does not depend on the scenario.`;
}

export function tradeOffChart(all: readonly TradeOff[]): Block {
  const [{ label, unit }] = all as [TradeOff];
  return intervalsFigure(
    `${label}: what agents would pay, in ${unit}`,
    { axis: unit, format: 'number', series: [{ ...seriesById.scenario, label }] },
    ['Agents', `Amount, ${unit}`],
    all.map((one) => {
      const interval = boundedSet(one);
      return {
        label: agentsOf(one) || label,
        values: [{ series: 'scenario', value: one.estimate, interval }],
        cells: [valueCell(one.estimate, interval, number)],
      };
    }),
  );
}

/** The interval of an amount. Null without a covariance, and if the set of values that the data do not reject is unbounded. */
export const boundedSet = ({ set }: Pick<TradeOff, 'set'>): [number, number] | null =>
  set?.shape === 'bounded' && set.limits ? [set.limits[0], set.limits[1]] : null;

/** The values that the data do not reject. An imprecise cost makes the set unbounded. */
function setText({ set }: Pick<TradeOff, 'set'>): string {
  if (!set) return 'unknown';
  if (set.shape === 'everything' || !set.limits) return 'no value is excluded';
  const [low, high] = set.limits;
  return set.shape === 'bounded' ? range(set.limits, number) : `below ${number(low)} or above ${number(high)}`;
}

/** The agents that the amount is about: `the median agent`, `the class “Price-insensitive”`. Empty for all agents. */
function agentsOf({ class_label: name, applies_to: group, excludes, percentile }: TradeOff): string {
  const quantile =
    percentile === null ? '' : percentile === 50 ? 'the median agent' : `agents above ${percentile}% of all`;
  const others = excludes.map(({ label }) => `except “${label}”`);
  return [quantile, name && `the class “${name}”`, group && `“${group.label}”`, ...others].filter(Boolean).join(', ');
}
