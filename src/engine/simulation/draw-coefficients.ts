import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { type Coefficients, estimatesOf } from '../model/compile-equations.js';
import type { LinearModel } from '../model/linear-model.js';
import { cholesky } from '../math/cholesky.js';
import { normalQuantile } from '../math/normal.js';
import { fillUniforms, streamPurposes } from '../random/stream.js';
import type { StreamKey } from '../random/stream-key.js';

/**
 * Draws coefficients from the multivariate normal distribution around the estimates with their covariance (the large-sample posterior).
 * Draw r does not depend on the number of draws. Source: Krinsky and Robb, "On approximating the statistical properties of elasticities",
 * Review of Economics and Statistics 68 (1986). Coefficients without variance keep their estimates.
 *
 * @returns `count` coefficient sets in the order of the model; an empty list if the evidence has no covariance
 */
export function drawCoefficients(
  { evidence }: WorkflowDefinition,
  model: LinearModel,
  key: StreamKey,
  count: number,
): Coefficients[] {
  const { covariance } = evidence;
  if (!covariance || count === 0) return [];
  const free = [...covariance.matrix.keys()].filter((k) => covariance.matrix[k]![k] !== 0);
  const standardErrors = free.map((k) => Math.sqrt(covariance.matrix[k]![k]!));
  const factor = cholesky(
    free.map((row, i) =>
      free.map((column, j) => covariance.matrix[row]![column]! / (standardErrors[i]! * standardErrors[j]!)),
    ),
  );
  if (!factor) return [];
  const size = standardErrors.length;
  const normals = new Float64Array(size * count);
  fillUniforms(key, streamPurposes.estimates, 0, size, 0, count, normals);
  for (let k = 0; k < normals.length; k++) normals[k] = normalQuantile(normals[k]!);

  const positions = free.map((k) => model.coefficients.findIndex(({ id }) => id === covariance.coefficients[k]));
  return Array.from({ length: count }, (_, draw) => {
    const values = estimatesOf(model);
    positions.forEach((position, row) => {
      let sum = 0;
      for (let k = 0; k <= row; k++) sum += factor[row * size + k]! * normals[k * count + draw]!;
      values[position] = values[position]! + standardErrors[row]! * sum;
    });
    return values;
  });
}
