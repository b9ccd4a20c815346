import { type Factor, type TermFactor } from '../definition/product.schema.js';
import type { z } from 'zod';
import type { indexShape } from './linear.schema.js';

/**
 * The linear predictors of a decision, which utilities, chances, rates and hazards are made of. An equation is one of them: the utility of
 * an alternative, the log of a mean, the logit of a hazard. Every family reads its part of a definition as one of these, so that terms are
 * compiled, explained, turned and fitted in one way.
 */
export interface LinearModel {
  /** Ids, in the family's order. */
  readonly equations: readonly string[];
  readonly coefficients: readonly Coefficient[];
  readonly variables: readonly Variable[];
  readonly terms: readonly LinearTerm[];
  /** Coefficients that stand in no term: thresholds, a dispersion, a spread. */
  readonly ancillary: readonly string[];
  /** Coefficients of terms that every agent has a value of its own of: the run gives them as states, named by `tasteState`. */
  readonly tastes?: readonly string[];
}

export interface Coefficient {
  readonly id: string;
  readonly label: string;
  readonly estimate: number;
  /** Set, not estimated. */
  readonly fixed?: true | undefined;
}

/** What an agent perceives, such as a travel time: in each equation that has it a product of factors, in the unit named. */
export interface Variable {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly equations: Readonly<Record<string, readonly Factor[]>>;
}

/** One summand of each of the equations named: coefficient × scale × the product of the factors. */
export interface LinearTerm {
  readonly id: string;
  readonly label: string;
  readonly coefficient: string;
  readonly scale: number;
  readonly equations: readonly string[];
  readonly factors: readonly TermFactor[];
}

/** The factors of a term in one equation, with the variables replaced by what they are made of there. */
export function expandFactors(model: LinearModel, term: LinearTerm, equation: string): Factor[] {
  return term.factors.flatMap((factor): readonly Factor[] => {
    if (!('variable' in factor)) return [factor];
    return model.variables.find(({ id }) => id === factor.variable)?.equations[equation] ?? [];
  });
}

/** The state that holds each agent's own value of a coefficient. No factor of a definition can have this name. */
export function tasteState(coefficient: string): string {
  return `taste.${coefficient}`;
}

/**
 * A term in one equation as a number times factors: where the coefficient is the agent's own, it is one of the factors, and the number
 * has no part of it.
 */
export function productOf(
  model: LinearModel,
  term: LinearTerm,
  equation: string,
): { coefficient: string | undefined; factors: Factor[] } {
  const factors = expandFactors(model, term, equation);
  if (!model.tastes?.includes(term.coefficient)) return { coefficient: term.coefficient, factors };
  return { coefficient: undefined, factors: [{ state: tasteState(term.coefficient) }, ...factors] };
}

export function estimateOf(model: Pick<LinearModel, 'coefficients'>, id: string): number {
  return model.coefficients.find((coefficient) => coefficient.id === id)?.estimate ?? NaN;
}

type IndexDecision = z.infer<z.ZodObject<typeof indexShape>>;
/** A decision with one linear predictor as a linear model, whose only equation has this id. */
export function indexModel(decision: IndexDecision, equation: string, ancillary: readonly string[] = []): LinearModel {
  return {
    equations: [equation],
    coefficients: decision.coefficients,
    variables: decision.variables.map(({ factors, ...variable }) => ({
      ...variable,
      equations: { [equation]: factors },
    })),
    terms: decision.terms.map((term) => ({ ...term, equations: [equation] })),
    ancillary,
  };
}
