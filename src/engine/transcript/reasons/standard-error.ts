import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { studentQuantile, zScore95 } from '../../math/student-quantile.js';
import type { LinearModel } from '../../model/linear-model.js';

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
