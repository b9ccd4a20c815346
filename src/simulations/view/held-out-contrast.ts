import type { Scenario, WorkflowDefinition } from '../../engine/definition.js';
import type { Headline } from '../headline.js';
import { type Condition, isAbout } from './held-out-population.js';

type Effect = NonNullable<WorkflowDefinition['evidence']['hold_out']['effects']>[number];

/** Half of a 95% interval, in standard errors. */
const normalQuantile = 1.96;

/** Difference that held-out respondents show between two values of a parameter, with half of its 95% interval. */
export interface Contrast {
  readonly observed: number;
  readonly margin: number;
}

/** Two scenarios that a view compares, and the agents that it is about. */
export interface ContrastRequest {
  readonly scenario: Scenario;
  readonly reference: Scenario;
  readonly changed: readonly { readonly id: string }[];
  readonly population: readonly Condition[];
}

/**
 * The held-out contrast of a figure between the values of the only changed parameter. Undefined if the held-out data do not compare these values
 * in these agents, and without a standard error.
 */
export function contrastOf(
  definition: WorkflowDefinition,
  { kind, figure }: Headline,
  { scenario, reference, changed, population }: ContrastRequest,
): Contrast | undefined {
  const [parameter, ...others] = changed;
  if (!parameter || others.length > 0) return undefined;
  const [value, other] = [scenario[parameter.id]!, reference[parameter.id]!];
  for (const effect of definition.evidence.hold_out.effects ?? []) {
    const { parameter: id, option, against, among, observed, observed_standard_error: error } = effect;
    const sign = isIn(value, option) && isIn(other, against) ? 1 : isIn(value, against) && isIn(other, option) ? -1 : 0;
    if (id !== parameter.id || sign === 0 || error === undefined || !isAbout(among, population)) continue;
    if (isOfFigure(definition, effect, kind, figure.id, scenario))
      return { observed: sign * observed, margin: normalQuantile * error };
  }
  return undefined;
}

export const excludesZero = ({ observed, margin }: Contrast): boolean => Math.abs(observed) > margin;

/** Whether a value is one of the values that the evidence names: `one_to_one or two_to_one`, `48`, `at least 0.09 and at most 0.75`. */
function isIn(value: string | number, named: string): boolean {
  if (named.split(' or ').includes(String(value))) return true;
  const parts = named.split(' and ').map((part) => /^at (least|most) (-?[\d.]+)$/.exec(part));
  return (
    typeof value === 'number' &&
    parts.every((part) => part !== null && (part[1] === 'least' ? value >= Number(part[2]) : value <= Number(part[2])))
  );
}

function isOfFigure(
  { decision }: WorkflowDefinition,
  { outcome, measure, step }: Effect,
  kind: Headline['kind'],
  id: string,
  scenario: Scenario,
): boolean {
  if (kind === 'mean') return measure === id;
  if (outcome !== undefined) return outcome === id;
  // A point of the demand curve is the share that pays this price.
  return (
    step !== undefined && decision.family === 'willingness_to_pay' && id === 'pays' && scenario[decision.price] === step
  );
}
