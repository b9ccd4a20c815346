import { number, percent, range } from '../../report/format-numbers.js';
import type { GoalRecord } from '../goal.record.js';
import type { GoalReportInput } from './goal-report-input.js';

type Quantity = Pick<GoalRecord['objective'], 'share' | 'measure' | 'values'>;

/** Formats values of a quantity: shares as percent. */
export const formatOf = ({ share }: Quantity) => (share === undefined ? number : percent);

/** Label of a parameter. */
export function parameterLabel({ definition }: GoalReportInput, id: string): string {
  const parameter = definition.scenario.parameters.find((own) => own.id === id);
  return parameter && parameter.type !== 'choice' ? `${parameter.label} (${parameter.unit})` : id;
}

/** A quantity in words: `share of “Train”`. */
export function quantityText({ definition, goal }: GoalReportInput, { share, measure, values = {} }: Quantity): string {
  const outcomes = [...goal.result.outcomes, ...(definition.outcome_groups ?? [])];
  const labelOf = (id: string) => outcomes.find((own) => own.id === id)?.label ?? id;
  if (share !== undefined) return `Share of “${labelOf(share)}”`;
  if (measure !== undefined) return `Mean of “${measure}”`;
  const parts = Object.entries(values).map(([id, value]) => `${labelOf(id)}: ${value}`);
  return `Value per agent (${parts.join(', ')})`;
}

/** The finding in one sentence. */
export function findingText(input: GoalReportInput): string {
  const { goal } = input;
  const { result, objective } = goal;
  const format = formatOf(objective);
  const quantity = quantityText(input, objective);
  const where = result.arguments
    .map(({ parameter, value, interval }) => {
      const known = interval === null ? '' : ` (95% interval ${range(interval, number)})`;
      return `${parameterLabel(input, parameter)} = ${number(value)}${known}`;
    })
    .join(' and ');
  const own = `${format(result.objective.value)} (95% interval ${range(result.objective.interval, format)})`;
  switch (result.finding) {
    case 'optimum': {
      const { gain, start_value: start } = result.objective;
      const change = `${format(gain.value)} (95% interval ${range(gain.interval, format)})`;
      return `${quantity} is ${objective.goal === 'minimize' ? 'smallest' : 'greatest'} at ${where}: ${own}. The change from ${format(start)} with the scenario of the request is ${change}.`;
    }
    case 'reached':
      return `${quantity} reaches ${format(objective.target ?? 0)} at ${where}.`;
    case 'unreachable':
      return `${quantity} cannot reach ${format(objective.target ?? 0)} within the bounds and constraints. The nearest reachable value is ${own}, at ${where}.`;
    case 'infeasible':
      return `No value within the bounds satisfies the constraints. They are violated least at ${where}.`;
  }
}
