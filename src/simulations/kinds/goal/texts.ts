import {
  type GoalRequest,
  type GoalResult,
  moneyMeasuresOf,
  type OutcomeValue,
  partsOfValue,
} from '../../../../model/analyses.js';
import { numericParameters, type WorkflowDefinition } from '../../../../model/definition.js';
import type { Interval } from '../../../../model/simulate.js';
import { formats, listOf, percent, range, setting } from '../../view/format-numbers.js';
import { outsideTheData, rangeText, settingText, unreachedText } from '../../result-words.js';
import type { Reported } from '../../run.kind.js';

export type ReportedGoal = Reported<GoalRequest, GoalResult>;

type Quantity = Pick<GoalRequest['objective'], 'share' | 'measure' | 'values'>;

/** The format of the values of a quantity: shares as percent. */
export const formatNameOf = ({ share }: Quantity) => (share === undefined ? 'number' : 'percent');
export const formatOf = (quantity: Quantity) => formats[formatNameOf(quantity)];

/** A varied parameter, which is numeric. */
export const parameterOf = ({ definition }: ReportedGoal, id: string) =>
  numericParameters(definition.scenario.parameters).find((own) => own.id === id)!;

export function parameterLabel(input: ReportedGoal, id: string): string {
  const { label, unit } = parameterOf(input, id);
  return `${label} (${unit})`;
}

/** A quantity in words: `share of “Train”`. */
export function quantityText({ definition, result }: ReportedGoal, { share, measure, values = {} }: Quantity): string {
  const outcomes = [...result.outcomes, ...(definition.outcome_groups ?? [])];
  const nameOf = (id: string) => outcomes.find((own) => own.id === id)?.label ?? id;
  if (share !== undefined) return `Share of “${nameOf(share)}”`;
  if (measure !== undefined) return `Mean of “${measure}”`;
  const parts = Object.entries(values).map(([id, value]) => `${nameOf(id)}: ${valueOf(definition, value)}`);
  return `${moneyName(definition, values)} per agent (${parts.join(', ')})`;
}

/** The value of an outcome in words: `Price − 4.5`. */
function valueOf({ scenario, decision }: WorkflowDefinition, value: OutcomeValue): string {
  const { name, factor, constant } = partsOfValue(value);
  if (name === undefined) return setting(constant);
  const variables = 'variables' in decision ? decision.variables : [];
  const label = [...scenario.parameters, ...variables].find(({ id }) => id === name)?.label ?? name;
  const product = factor === 1 ? label : `${setting(factor)} × ${label}`;
  return constant === 0 ? product : `${product} ${constant < 0 ? '−' : '+'} ${setting(Math.abs(constant))}`;
}

/** `Revenue` if the values are those of a measure of money, `Profit` with a unit cost, otherwise `Value`. */
function moneyName(definition: WorkflowDefinition, values: NonNullable<Quantity['values']>): string {
  const parts = Object.entries(values).map(([id, value]) => ({ id, ...partsOfValue(value) }));
  const measure = moneyMeasuresOf(definition).find(
    (own) =>
      Object.keys(own.values).length === parts.length &&
      parts.every(({ id, name, factor }) => own.values[id] === name && factor === 1),
  );
  if (!measure) return 'Value';
  return parts.some(({ constant }) => constant < 0) ? 'Profit' : measure.label;
}

/** Values of a search have more digits than are precise. */
const rounded = (value: number) => Number(value.toPrecision(4));

/** A value of a parameter in words: `20% lower`. */
export const valueText = (input: ReportedGoal, id: string, value: number): string =>
  settingText(parameterOf(input, id), rounded(value));

/** An interval or the bounds of a parameter in words: `25% lower to 40% higher`. */
export const valueRange = (input: ReportedGoal, id: string, [low, high]: Interval): string =>
  rangeText(parameterOf(input, id), [rounded(low), rounded(high)]);

const ends = { from: 'lowest value', to: 'highest value' };
/** A smaller share of draws at a bound does not change how a result is read. */
const leastDraws = 0.025;

/** States that the best value is at a bound, or could be. */
function boundText({ arguments: found }: GoalResult): string {
  const isAtBound = found.some(({ at_bound: bound }) => bound !== null);
  if (isAtBound) return ' A value beyond it could be better: the search did not try one.';
  const [{ draws_at_bounds: draws } = {}] = found;
  const texts = (['from', 'to'] as const).flatMap((end) =>
    draws && draws[end] >= leastDraws
      ? [`in ${percent(draws[end])} of the draws, the best value is the ${ends[end]} of the search`]
      : [],
  );
  return texts.length > 0 ? ` The estimates are imprecise: ${listOf(texts)}.` : '';
}

/** The finding in one sentence. */
export function findingText(input: ReportedGoal): string {
  const { result, plan } = input;
  const { objective, parameters, constraints } = plan;
  const format = formatOf(objective);
  const quantity = quantityText(input, objective);
  const where = result.arguments
    .map(({ parameter, value, interval, at_bound: bound, is_extrapolation: isOutside }) => {
      const known = interval === null ? '' : ` (95% interval ${valueRange(input, parameter, interval)})`;
      const end = bound && result.finding === 'optimum' ? `, the ${ends[bound]} of the search` : '';
      return `${parameterOf(input, parameter).label} ${valueText(input, parameter, value)}${end}${isOutside ? outsideTheData : ''}${known}`;
    })
    .join(' and ');
  const own = `${format(result.objective.value)} (95% interval ${range(result.objective.interval, format)})`;
  const target = objective.target ?? 0;
  switch (result.finding) {
    case 'optimum': {
      const { gain, start_value: start } = result.objective;
      const change = `${format(gain.value)} (95% interval ${range(gain.interval, format)})`;
      return `${quantity} is ${objective.goal === 'minimize' ? 'smallest' : 'greatest'} with ${where}: ${own}. The change from ${format(start)} with the scenario of the request is ${change}.${boundText(result)}`;
    }
    case 'reached':
      return `${quantity} reaches ${format(target)} with ${where}.`;
    case 'unreachable': {
      const bounds = parameters.map(({ name, from, to }) => ({
        label: parameterOf(input, name).label,
        range: valueRange(input, name, [from, to]),
      }));
      const text = unreachedText({
        target: objective.share === undefined ? format(target) : `${setting(100 * target)}%`,
        bounds,
        hasConstraints: constraints.length > 0,
        best: format(result.objective.value),
        isAbove: target > result.objective.value,
      });
      return `${quantity}: ${text}.`;
    }
    case 'infeasible':
      return `No value within the bounds satisfies the constraints. They are violated least with ${where}.`;
  }
}
