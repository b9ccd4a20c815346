import type { GroupGradients } from '../../simulation/group-gradients.js';
import type { GroupCodes } from '../../summary/moments.js';

/**
 * Correlations of the mean values of groups that share agents. The mean of group g changes with agent i in the group by (value - mean) / size,
 * so that the covariance of two means is the sum of the products of these changes over the agents in both groups.
 * Source: Deville, "Variance estimation for complex statistics and estimators: linearization and residual techniques", Survey Methodology 25
 * (1999).
 *
 * @param values one value per agent
 * @param means mean of each group
 * @param partitions groups without common agents; the groups of all partitions are numbered one after another
 * @returns size × size. Groups without agents, or with equal values, are correlated with no other group
 */
export function correlationsOfMeans(
  values: ArrayLike<number>,
  means: ArrayLike<number>,
  partitions: readonly GroupCodes[],
): Float64Array {
  const size = means.length;
  const starts: number[] = [];
  partitions.reduce((start, { groups }) => (starts.push(start), start + groups), 0);
  const agents = partitions[0]?.groupOf.length ?? 0;
  const sums = new Float64Array(size * size);
  const members = new Int32Array(partitions.length);
  const changes = new Float64Array(partitions.length);
  for (let row = 0; row < agents; row++) {
    let count = 0;
    for (let k = 0; k < partitions.length; k++) {
      const group = partitions[k]!.groupOf[row]!;
      if (group < 0) continue;
      const position = starts[k]! + group;
      members[count] = position;
      changes[count] = values[row]! - means[position]!;
      count++;
    }
    for (let i = 0; i < count; i++) {
      const at = members[i]! * size;
      for (let j = 0; j <= i; j++) sums[at + members[j]!] = sums[at + members[j]!]! + changes[i]! * changes[j]!;
    }
  }
  // The sizes of the groups cancel in correlations. Positions grow with the partitions, so that the sums are in the lower triangle.
  return toCorrelations(sums, size);
}

/** Mean gradient of one difference over the agents of each group that have derivatives. Undefined for a group without such agents. */
export function meanGradients(gradients: readonly GroupGradients[], width: number, parts: number, summed: number[]) {
  return gradients.flatMap(({ counts, sums }) =>
    Array.from(counts, (count, group) => {
      if (count === 0) return undefined;
      return Float64Array.from({ length: width }, (_, coefficient) => {
        const at = (group * width + coefficient) * parts;
        return summed.reduce((total, one) => total + sums.scenario[at + one]! - sums.baseline[at + one]!, 0) / count;
      });
    }),
  );
}

/**
 * Covariance G·V·Gᵗ of figures with the gradients G and the covariance V of the coefficients.
 *
 * @returns size × size, with NaN in the rows and columns of figures without a gradient
 */
export function covarianceOfGradients(
  gradients: readonly (Float64Array | undefined)[],
  covariance: Float64Array,
): Float64Array {
  const size = gradients.length;
  const width = Math.sqrt(covariance.length);
  const products = gradients.map(
    (gradient) =>
      gradient &&
      Float64Array.from({ length: width }, (_, column) =>
        gradient.reduce((sum, value, k) => sum + value * covariance[k * width + column]!, 0),
      ),
  );
  const out = new Float64Array(size * size);
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) {
      const [left, right] = [products[i], gradients[j]];
      let sum = left && right ? 0 : NaN;
      if (left && right) for (let k = 0; k < width; k++) sum += left[k]! * right[k]!;
      out[i * size + j] = sum;
      out[j * size + i] = sum;
    }
  return out;
}

/** Correlations from the lower triangle of a covariance matrix. */
export function toCorrelations(covariance: Float64Array, size: number): Float64Array {
  const out = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    out[i * size + i] = 1;
    for (let j = 0; j < i; j++) {
      const scale = Math.sqrt(covariance[i * size + i]! * covariance[j * size + j]!);
      const value = scale > 0 ? Math.max(-1, Math.min(1, covariance[i * size + j]! / scale)) : 0;
      out[i * size + j] = value;
      out[j * size + i] = value;
    }
  }
  return out;
}
