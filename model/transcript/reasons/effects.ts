import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { studentQuantile, zScore95 } from '../../math/student.js';
import type { LinearModel } from '../../equations/linear-model.js';
import type { Reason } from '../../definition/narrative.schema.js';
import type { CompiledEquations } from '../../equations/compile-equations.js';
import type { Explanation } from '../../equations/evaluate-equations.js';

// In units of a utility, a logit or the log of a mean. Effects on the predictor of another link are converted to logits: 1 multiplies odds by e, 0.4 by 1.5, 0.1 by 1.1.
const strongWeight = 1;
const moderateWeight = 0.4;

/** Smallest absolute weight that transcripts report. Smaller weights are called negligible. */
export const minReportedWeight = 0.1;

/** Word for the size of a weight of at least `minReportedWeight`. */
export function strengthLabel(weight: number): 'strong' | 'moderate' | 'weak' {
  const size = Math.abs(weight);
  return size >= strongWeight ? 'strong' : size >= moderateWeight ? 'moderate' : 'weak';
}

/** Derivatives of a quantity by the coefficients, at `positions` of a list with one item per coefficient of the model. */
export interface Gradient {
  readonly positions: readonly number[];
  readonly values: Float64Array;
}

/**
 * Makes a function that returns the standard error of a quantity from its gradient: √(gᵀ·V·g) with the covariance V of the evidence (delta
 * method). Fixed coefficients have no error. Coefficients without a covariance add |g| × their standard error, which is an upper bound for
 * every correlation; without a standard error, the result is infinite.
 */
export function standardErrorFunction(
  { evidence }: Pick<WorkflowDefinition, 'evidence'>,
  model: LinearModel,
): (gradient: Gradient) => number {
  const { covariance, estimates } = evidence;
  const errors = new Map(
    estimates.map((own) => [own.coefficient, own.clustered_standard_error ?? own.standard_error] as const),
  );
  const rows = model.coefficients.map(({ id }) => covariance?.coefficients.indexOf(id) ?? -1);
  const alone = model.coefficients.map(({ id, fixed }) => (fixed ? 0 : (errors.get(id) ?? Infinity)));
  return ({ positions, values }) => {
    let variance = 0;
    let bound = 0;
    for (const i of positions) {
      const own = values[i]!;
      if (own === 0) continue;
      const row = rows[i]!;
      if (row < 0) {
        bound += alone[i] === 0 ? 0 : Math.abs(own) * alone[i]!;
        continue;
      }
      const variances = covariance!.matrix[row]!;
      for (const j of positions) if (rows[j]! >= 0) variance += own * values[j]! * variances[rows[j]!]!;
    }
    return Math.sqrt(Math.max(0, variance)) + bound;
  };
}

/** Smallest ratio of an estimate to its standard error that is significant at the 5% level. */
export function criticalRatio({ evidence: { covariance } }: Pick<WorkflowDefinition, 'evidence'>): number {
  const degrees = covariance?.degrees_of_freedom;
  return degrees === undefined ? zScore95 : studentQuantile(degrees);
}

/** Contribution of a reason to a comparison. */
export interface Effect {
  readonly reason: Reason;
  /** In units of the predictor, or in logits for a decision with another link. */
  readonly weight: number;
  /** Standard error of the weight. Infinite if the weight is too small to report. */
  readonly standardError: number;
  /** Whether the weight is large enough to report and differs from 0 at the 5% level. */
  readonly isReportable: boolean;
}

/** A comparison of an agent's equations with a reference. */
export interface Effects {
  /** Sum of the contributions of all terms. */
  readonly total: number;
  /** Effects of the reasons, in the order of the narrative. */
  readonly effects: readonly Effect[];
}

/** Derivative of an individual coefficient by an estimated coefficient, divided by the individual coefficient. */
export interface RelativeDerivative {
  readonly coefficient: number;
  readonly value: number;
}

/** The comparison to explain. */
export interface Comparison {
  /** Sign of each equation in the comparison, in the order of the model: 1, -1 or 0, times the logits in a unit of the predictor if they differ. */
  readonly signs: ArrayLike<number>;
  /** Products without their coefficients for the reference agent, as in `Explanation.units`. Default: 0. */
  readonly reference?: Float64Array | undefined;
  /** Derivatives of the individual coefficient of an agent, by position of the coefficient in the model. */
  readonly ownDerivatives?: ((coefficient: number) => readonly RelativeDerivative[]) | undefined;
}

/**
 * Makes a function that computes the effect of each reason of the narrative on a comparison. An effect is the signed sum of the
 * contributions of its terms, minus the contributions for the reference agent. The delta method gives its standard error; for individual
 * coefficients, the derivatives are at the agent's own random draw.
 */
export function compileEffects(
  definition: WorkflowDefinition,
  { model, equations, terms, coefficients, powers }: CompiledEquations,
): (explanation: Pick<Explanation, 'units' | 'powerSlopes'>, comparison: Comparison) => Effects {
  const standardErrorOf = standardErrorFunction(definition, model);
  const critical = criticalRatio(definition);
  const ownPositions = Int32Array.from(terms, (term) =>
    model.coefficients.findIndex(({ id }) => id === model.terms[term]!.coefficient),
  );
  const estimates = Float64Array.from(coefficients, (k) => (k < 0 ? 1 : model.coefficients[k]!.estimate));
  const reasons = definition.narrative.reasons.map((reason) => {
    const own = new Set(reason.terms);
    const products = [...terms.keys()].filter((k) => own.has(model.terms[terms[k]!]!.id));
    return { reason, products };
  });
  const derivatives = new Float64Array(model.coefficients.length);

  return ({ units, powerSlopes }, { signs, reference, ownDerivatives }) => {
    const unitOf = (k: number) => signs[equations[k]!]! * (units[k]! - (reference ? reference[k]! : 0));
    const gradientOf = (products: readonly number[]) => {
      const positions: number[] = [];
      const add = (position: number, value: number) => {
        if (!positions.includes(position)) {
          positions.push(position);
          derivatives[position] = 0;
        }
        derivatives[position] = derivatives[position]! + value;
      };
      for (const k of products) {
        const unit = unitOf(k);
        // Only choices have powers, and their comparisons have no reference agent.
        if (powers[k]! >= 0) add(powers[k]!, signs[equations[k]!]! * powerSlopes[k]!);
        if (unit === 0) continue;
        if (coefficients[k]! >= 0) add(coefficients[k]!, unit);
        else for (const { coefficient, value } of ownDerivatives!(ownPositions[k]!)) add(coefficient, unit * value);
      }
      return { positions, values: derivatives };
    };
    let total = 0;
    for (let k = 0; k < units.length; k++) total += unitOf(k) * estimates[k]!;
    const effects = reasons.map(({ reason, products }): Effect => {
      let weight = 0;
      for (const k of products) weight += unitOf(k) * estimates[k]!;
      if (Math.abs(weight) < minReportedWeight) return { reason, weight, standardError: Infinity, isReportable: false };
      const standardError = standardErrorOf(gradientOf(products));
      return { reason, weight, standardError, isReportable: Math.abs(weight) >= critical * standardError };
    });
    return { total, effects };
  };
}
