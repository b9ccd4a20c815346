import type { WorkflowDefinition } from './definition.schema.js';
import { hasEditedAlternatives } from './is-baseline.js';
import type { Scenario } from './scenario.schema.js';

type Decision = WorkflowDefinition['decision'];
export type Periods = NonNullable<Extract<Decision, { family: 'conditional_logit' }>['periods']>;

/** The periods of a choice; undefined if agents decide once. */
export const periodsOf = ({ decision }: Pick<WorkflowDefinition, 'decision'>): Periods | undefined =>
  decision.family === 'conditional_logit' ? decision.periods : undefined;

/** The first and the last period with the values of a scenario. Periods before and after have the calibrated values. */
export function windowOf({ from, until, number }: Periods, scenario: Scenario): { first: number; last: number } {
  return {
    first: from === undefined ? 1 : Number(scenario[from]),
    last: until === undefined ? number : Number(scenario[until]),
  };
}

/** Whether a period has the values of a scenario. */
export function isInWindow(periods: Periods, scenario: Scenario, period: number): boolean {
  const { first, last } = windowOf(periods, scenario);
  return period >= first && period <= last;
}

/** The periods in which a scenario has other values than the one that it is compared with, in order. */
export function changedPeriods(
  { decision, scenario: { parameters } }: Pick<WorkflowDefinition, 'decision' | 'scenario'>,
  scenario: Scenario,
  reference: Scenario,
): number[] {
  const periods = periodsOf({ decision });
  if (!periods) return [];
  const { from, until, number, by_period: own = [] } = periods;
  const calibrated = Object.fromEntries(parameters.map(({ id, default: value }) => [id, value]));
  const ofPeriods = new Set([from, until, ...own.map(({ value }) => value)]);
  const general = parameters.map(({ id }) => id).filter((id) => !ofPeriods.has(id));
  const valuesIn = (values: Scenario, period: number) => {
    const inPeriod = isInWindow(periods, values, period) ? values : calibrated;
    const single = new Map(own.filter((one) => one.period === period).map((one) => [one.parameter, values[one.value]]));
    return general.map((id) => (single.has(id) ? single.get(id) : inPeriod[id]));
  };
  return Array.from({ length: number }, (_, k) => k + 1).filter((period) => {
    if (hasEditedAlternatives(decision) && isInWindow(periods, scenario, period)) return true;
    const other = valuesIn(reference, period);
    return valuesIn(scenario, period).some((value, k) => value !== other[k]);
  });
}
