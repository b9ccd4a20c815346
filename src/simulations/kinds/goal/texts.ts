import type { GoalRequest } from '../../../../model/analyses.js';
import type { Interval } from '../../../../model/simulate.js';
import { formats, number, range, setting } from '../../view/format-numbers.js';
import { unreachedText, outsideTheData, rangeText, settingText } from '../../result-words.js';
import type { Reported } from '../../run.kind.js';
import type { GoalResult } from '../../../../model/analyses.js';

export type ReportedGoal = Reported<GoalRequest, GoalResult>;

type Quantity = Pick<GoalRequest['objective'], 'share' | 'measure' | 'values'>;

/** The format of the values of a quantity: shares as percent. */
export const formatNameOf = ({ share }: Quantity) => (share === undefined ? 'number' : 'percent');
export const formatOf = (quantity: Quantity) => formats[formatNameOf(quantity)];

/** Label of a parameter. */
export function parameterLabel({ definition }: ReportedGoal, id: string): string {
  const parameter = definition.scenario.parameters.find((own) => own.id === id);
  return parameter && parameter.type !== 'choice' ? `${parameter.label} (${parameter.unit})` : id;
}

/** A quantity in words: `share of “Train”`. */
export function quantityText({ definition, result }: ReportedGoal, { share, measure, values = {} }: Quantity): string {
  const outcomes = [...result.outcomes, ...(definition.outcome_groups ?? [])];
  const nameOf = (id: string) => outcomes.find((own) => own.id === id)?.label ?? id;
  if (share !== undefined) return `Share of “${nameOf(share)}”`;
  if (measure !== undefined) return `Mean of “${measure}”`;
  const parts = Object.entries(values).map(([id, value]) => `${nameOf(id)}: ${value}`);
  return `Value per agent (${parts.join(', ')})`;
}

/** Values of a search have more digits than are precise. */
const rounded = (value: number) => Number(value.toPrecision(4));

/** A value of a parameter in words: `20% lower`. */
export function valueText({ definition }: ReportedGoal, id: string, value: number): string {
  const parameter = definition.scenario.parameters.find((own) => own.id === id);
  return parameter ? settingText(parameter, rounded(value)) : number(value);
}

/** An interval or the bounds of a parameter in words: `25% lower to 40% higher`. */
export function valueRange({ definition }: ReportedGoal, id: string, [low, high]: Interval): string {
  const parameter = definition.scenario.parameters.find((own) => own.id === id);
  return parameter ? rangeText(parameter, [rounded(low), rounded(high)]) : `${number(low)} to ${number(high)}`;
}

const labelOf = ({ definition }: ReportedGoal, id: string) =>
  definition.scenario.parameters.find((own) => own.id === id)?.label ?? id;

/** The finding in one sentence. */
export function findingText(input: ReportedGoal): string {
  const { result, plan } = input;
  const { objective, parameters, constraints } = plan;
  const format = formatOf(objective);
  const quantity = quantityText(input, objective);
  const where = result.arguments
    .map(({ parameter, value, interval, is_extrapolation: isOutside }) => {
      const known = interval === null ? '' : ` (95% interval ${valueRange(input, parameter, interval)})`;
      return `${labelOf(input, parameter)} ${valueText(input, parameter, value)}${isOutside ? outsideTheData : ''}${known}`;
    })
    .join(' and ');
  const own = `${format(result.objective.value)} (95% interval ${range(result.objective.interval, format)})`;
  const target = objective.target ?? 0;
  switch (result.finding) {
    case 'optimum': {
      const { gain, start_value: start } = result.objective;
      const change = `${format(gain.value)} (95% interval ${range(gain.interval, format)})`;
      return `${quantity} is ${objective.goal === 'minimize' ? 'smallest' : 'greatest'} with ${where}: ${own}. The change from ${format(start)} with the scenario of the request is ${change}.`;
    }
    case 'reached':
      return `${quantity} reaches ${format(target)} with ${where}.`;
    case 'unreachable': {
      const bounds = parameters.map(({ name, from, to }) => ({
        label: labelOf(input, name),
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
