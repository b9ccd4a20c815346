import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { type Coefficients, estimatesOf } from '../model/compile-equations.js';
import type { LinearModel } from '../model/linear-model.js';
import { cholesky, semidefiniteCholesky } from '../math/cholesky.js';
import { normalQuantile } from '../math/normal.js';
import { fillUniforms, streamPurposes } from '../random/stream.js';
import type { StreamKey } from '../random/stream-key.js';

/** Normal distribution of the coefficients around their estimates: a function of independent standard normal numbers. */
export interface CoefficientDistribution {
  /** Number of the normal numbers: coefficients with a variance. */
  readonly size: number;
  /** The coefficients in the order of the model. Coefficients without variance keep their estimates. */
  at(normalOf: (position: number) => number): Coefficients;
}

/** Returns undefined if the evidence has no covariance, or one that is not positive definite. */
export function coefficientDistribution(
  { evidence, adjustments }: WorkflowDefinition,
  model: LinearModel,
): CoefficientDistribution | undefined {
  const { covariance } = evidence;
  if (!covariance) return undefined;
  const free = [...covariance.matrix.keys()].filter((k) => covariance.matrix[k]![k] !== 0);
  const standardErrors = free.map((k) => Math.sqrt(covariance.matrix[k]![k]!));
  const correlations = free.map((row, i) =>
    free.map((column, j) => covariance.matrix[row]![column]! / (standardErrors[i]! * standardErrors[j]!)),
  );
  // Constants that match targets are functions of the other coefficients.
  const factor = adjustments?.targets ? semidefiniteCholesky(correlations) : cholesky(correlations);
  if (!factor) return undefined;
  const size = standardErrors.length;
  const positions = free.map((k) => model.coefficients.findIndex(({ id }) => id === covariance.coefficients[k]));
  return {
    size,
    at(normalOf) {
      const values = estimatesOf(model);
      positions.forEach((position, row) => {
        let sum = 0;
        for (let k = 0; k <= row; k++) sum += factor[row * size + k]! * normalOf(k);
        values[position] = values[position]! + standardErrors[row]! * sum;
      });
      return values;
    },
  };
}

/**
 * Draws coefficients from the multivariate normal distribution around the estimates with their covariance (the large-sample posterior).
 * Draw r does not depend on the number of draws. Source: Krinsky and Robb, "On approximating the statistical properties of elasticities",
 * Review of Economics and Statistics 68 (1986). Coefficients without variance keep their estimates.
 *
 * @returns `count` coefficient sets in the order of the model; an empty list if the evidence has no covariance
 */
export function drawCoefficients(
  definition: WorkflowDefinition,
  model: LinearModel,
  key: StreamKey,
  count: number,
): Coefficients[] {
  const distribution = count > 0 ? coefficientDistribution(definition, model) : undefined;
  if (!distribution) return [];
  const { size } = distribution;
  const normals = new Float64Array(size * count);
  fillUniforms(key, streamPurposes.estimates, 0, size, 0, count, normals);
  for (let k = 0; k < normals.length; k++) normals[k] = normalQuantile(normals[k]!);
  return Array.from({ length: count }, (_, draw) => distribution.at((k) => normals[k * count + draw]!));
}
