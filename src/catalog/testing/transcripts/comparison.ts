import { familyOf } from '../../../engine/families/family-of.js';
import type { AgentValues, ReferenceModel } from './reference-model.js';
import { agentValues, type Run, valueOf } from './agents.js';

/** Signed comparison that the reasons of a transcript explain. */
export interface Comparison {
  /** Sign of each equation; equations without a sign do not count. */
  readonly signs: Readonly<Record<string, number>>;
  /** Mean of each product without its coefficient for the reference agent; absent if the reference is another alternative. */
  readonly reference?: readonly number[];
}

/** Weight of a set of terms in a comparison, and its standard error. */
export interface Weight {
  readonly weight: number;
  readonly standardError: number;
}

/** Signs of the equations for the families that compare an agent with the average agent. */
export function typicalSigns({ decision }: Run['definition']): Record<string, number> {
  switch (decision.family) {
    case 'binary_logit':
      return { [decision.outcomes[1].id]: 1 };
    case 'willingness_to_pay':
      return { amount: 1, zero: -1 };
    default:
      return Object.fromEntries(familyOf(decision).linear(decision).equations.map((equation) => [equation, 1]));
  }
}

/** Means of the products over the first agents of a run. @param period period of the states */
export function meanProducts(model: ReferenceModel, run: Run, agents: number, period?: number): number[] {
  const sums = model.products.map(() => 0);
  for (let agent = 0; agent < agents; agent++) {
    const values = agentValues(run, agent, period);
    model.products.forEach(({ unit }, k) => (sums[k] = sums[k]! + unit(values) / agents));
  }
  return sums;
}

/** Whether a term reads a state of the run. */
export function readsState({ decision }: Run['definition'], term: string): boolean {
  return decision.terms.some(({ id, factors }) => id === term && JSON.stringify(factors).includes('"state"'));
}

/**
 * Makes a function that weighs terms in a comparison. The standard error uses the whole covariance matrix, without shortcuts.
 *
 * @returns weight of the terms that a filter selects
 */
export function weigher(
  { evidence: { covariance } }: Run['definition'],
  { products, estimates }: ReferenceModel,
  agent: AgentValues,
  { signs, reference }: Comparison,
): (selects: (term: string) => boolean) => Weight {
  const parts = products.map(({ term, equation, coefficient, unit }, k) => {
    const sign = signs[equation] ?? 0;
    const derivative = sign === 0 ? 0 : sign * (unit(agent) - (reference?.[k] ?? 0));
    return { term, coefficient: agent.coefficientOf(coefficient), derivative };
  });
  return (selects) => {
    const own = parts.filter(({ term, derivative }) => derivative !== 0 && selects(term));
    const weight = own.reduce((sum, { coefficient, derivative }) => sum + derivative * estimates[coefficient]!, 0);
    const gradient = new Float64Array(covariance!.coefficients.length);
    for (const { coefficient, derivative } of own) {
      const row = covariance!.coefficients.indexOf(coefficient);
      if (row >= 0) gradient[row] = gradient[row]! + derivative;
    }
    let variance = 0;
    covariance!.matrix.forEach((row, i) => {
      if (gradient[i] !== 0) row.forEach((value, j) => (variance += gradient[i]! * value * gradient[j]!));
    });
    return { weight, standardError: Math.sqrt(variance) };
  };
}

/** Utility plus random error of each available alternative, and its utility. */
export function scoresOf(run: Run, agent: number) {
  const { decision } = run.definition;
  if (decision.family !== 'conditional_logit') throw new Error('only for choices');
  return decision.alternatives
    .map(({ id }, position) => ({
      position,
      isAvailable: valueOf(run, `available.${id}`, agent) === 1,
      utility: valueOf(run, `utility.${id}`, agent),
      score: valueOf(run, `utility.${id}`, agent) + valueOf(run, `error.${id}`, agent),
    }))
    .filter(({ isAvailable }) => isAvailable);
}
