import type { EstimatedFigure } from './estimate.js';
import type { FigureErrors, FigureAgents } from './ratio-figures.js';

/** A smooth function of two means, with its derivatives with respect to both. */
export interface FunctionOfMeans {
  readonly value: number;
  readonly byFirst: number;
  readonly bySecond: number;
}

/** Values of a figure of each agent, and the sums of their derivatives with respect to the coefficients by group. */
export interface FigureSource {
  /** `[row * figures + figure]`. */
  readonly values: Float64Array;
  /** `[(group * coefficients + coefficient) * figures + figure]`. */
  readonly gradientSums: Float64Array;
}

/** Position of a figure in a source. Parts are summed: an outcome group is the sum of its outcomes. */
export interface FigurePosition {
  readonly figures: number;
  readonly parts: readonly number[];
}

/** Agents of a group: their rows, and the number of them with derivatives. */
export interface GroupMembers extends FigureAgents {
  readonly group: number;
  readonly rows: Int32Array;
  readonly gradientCount: number;
}

export function meanOf({ values }: FigureSource, { figures, parts }: FigurePosition, rows: Int32Array): number {
  let sum = 0;
  for (const row of rows) for (const part of parts) sum += values[row * figures + part]!;
  return sum / rows.length;
}

/**
 * Estimates a function of the means of two figures over the agents of a group, with its errors by linearization (delta method).
 *
 * @param apply the function and its derivatives at the two means
 */
export function estimateOfMeans(
  errors: FigureErrors,
  first: FigureSource,
  second: FigureSource,
  position: FigurePosition,
  members: GroupMembers,
  apply: (first: number, second: number) => FunctionOfMeans,
): EstimatedFigure {
  const { figures, parts } = position;
  const { rows, group, gradientCount } = members;
  const means = [meanOf(first, position, rows), meanOf(second, position, rows)] as const;
  const { value, byFirst, bySecond } = apply(...means);
  let squares = 0;
  for (const row of rows) {
    let influence = -byFirst * means[0] - bySecond * means[1];
    for (const part of parts)
      influence += byFirst * first.values[row * figures + part]! + bySecond * second.values[row * figures + part]!;
    squares += influence * influence;
  }
  const gradient = gradientCount > 0 ? new Float64Array(errors.coefficients) : undefined;
  gradient?.forEach((_, coefficient) => {
    const at = (group * errors.coefficients + coefficient) * figures;
    let sum = 0;
    for (const part of parts)
      sum += byFirst * first.gradientSums[at + part]! + bySecond * second.gradientSums[at + part]!;
    gradient[coefficient] = sum / gradientCount;
  });
  return errors.of(value, squares, gradient, members);
}
