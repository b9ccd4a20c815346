import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { type Coefficients, estimatesOf } from '../equations/compile-equations.js';
import type { LinearModel } from '../equations/linear-model.js';
import { cholesky, semidefiniteCholesky } from '../math/linear-algebra.js';
import { normalQuantile } from '../math/normal.js';
import { fillUniforms, streamPurposes } from '../random/stream.js';
import type { StreamKey } from '../random/stream-key.js';
import { covarianceOf, targetCovarianceOf } from './estimation-error.js';

/** Normal distribution of the coefficients around their estimates: a function of independent standard normal numbers. */
export interface CoefficientDistribution {
  /** Number of the normal numbers: coefficients with a variance. */
  readonly size: number;
  /** The coefficients in the order of the model. Coefficients without variance keep their estimates. */
  at(normalOf: (position: number) => number): Coefficients;
}

/** Errors that a distribution of coefficients contains: of the estimation, or also of the calibration targets. */
export type CoefficientErrorSource = 'estimation' | 'estimation_and_targets';

/**
 * Distribution of the coefficients. Returns undefined if they have no covariance, or one that is not positive definite.
 *
 * @param source simulations use `estimation`, because they report the error due to calibration targets separately
 */
export function coefficientDistribution(
  definition: WorkflowDefinition,
  model: LinearModel,
  source: CoefficientErrorSource,
): CoefficientDistribution | undefined {
  const { evidence, adjustments } = definition;
  const estimated = evidence.covariance?.coefficients ?? [];
  const matched = source === 'estimation' ? [] : (adjustments?.targets?.covariance?.coefficients ?? []);
  const { coefficients } = model;
  const estimation = covarianceOf(definition, coefficients);
  const targets = source === 'estimation' ? undefined : targetCovarianceOf(definition, coefficients);
  const covarianceAt = (row: number, column: number) => {
    const at = row * coefficients.length + column;
    return estimation[at]! + (targets?.[at] ?? 0);
  };
  // The order of the evidence determines which normal number each coefficient gets.
  const positions = [...new Set([...estimated, ...matched])]
    .map((id) => coefficients.findIndex((own) => own.id === id))
    .filter((position) => covarianceAt(position, position) !== 0);
  if (estimated.length + matched.length === 0) return undefined;
  const standardErrors = positions.map((position) => Math.sqrt(covarianceAt(position, position)));
  const correlations = positions.map((row, i) =>
    positions.map((column, j) => covarianceAt(row, column) / (standardErrors[i]! * standardErrors[j]!)),
  );
  // Constants that match targets are functions of the other coefficients.
  const factor = adjustments?.targets ? semidefiniteCholesky(correlations) : cholesky(correlations);
  if (!factor) return undefined;
  const size = standardErrors.length;
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
 * @param source errors that the draws contain. Default: those of the estimation
 * @returns `count` coefficient sets in the order of the model; an empty list if the coefficients have no covariance
 */
export function drawCoefficients(
  definition: WorkflowDefinition,
  model: LinearModel,
  key: StreamKey,
  count: number,
  source: CoefficientErrorSource = 'estimation',
): Coefficients[] {
  const distribution = count > 0 ? coefficientDistribution(definition, model, source) : undefined;
  if (!distribution) return [];
  const { size } = distribution;
  const normals = new Float64Array(size * count);
  fillUniforms(key, streamPurposes.estimates, 0, size, 0, count, normals);
  for (let k = 0; k < normals.length; k++) normals[k] = normalQuantile(normals[k]!);
  return Array.from({ length: count }, (_, draw) => distribution.at((k) => normals[k * count + draw]!));
}
