import { standardized, type LogisticModel } from '../../src/routing/confidence/logistic.js';

const ridgePenalty = 10;
const maxSteps = 50;

/** Fits by Newton's method with a ridge on the weights (Hoerl and Kennard 1970), not on the intercept. */
export function fitLogistic(rows: readonly (readonly number[])[], right: readonly boolean[]): LogisticModel {
  const size = rows[0]?.length ?? 0;
  const moment = (of: (row: readonly number[], k: number) => number) =>
    Array.from({ length: size }, (_, k) => rows.reduce((sum, row) => sum + of(row, k), 0) / rows.length);
  const means = moment((row, k) => row[k]!);
  const deviations = moment((row, k) => (row[k]! - means[k]!) ** 2).map(Math.sqrt);
  const model = { intercept: 0, weights: new Array<number>(size).fill(0), means, deviations };
  const design = rows.map((row) => [1, ...row.map((value, k) => standardized(model, value, k))]);
  const beta = new Array<number>(size + 1).fill(0);
  for (let step = 0; step < maxSteps; step++) {
    const gradient = beta.map((value, k) => (k === 0 ? 0 : -ridgePenalty * value));
    const hessian = beta.map((_, k) => beta.map((__, other) => (k === other && k > 0 ? ridgePenalty : 0)));
    design.forEach((row, position) => {
      const probability = 1 / (1 + Math.exp(-row.reduce((sum, value, k) => sum + value * beta[k]!, 0)));
      const residual = (right[position] ? 1 : 0) - probability;
      const curvature = probability * (1 - probability);
      row.forEach((value, k) => {
        gradient[k]! += residual * value;
        for (let other = 0; other <= size; other++) hessian[k]![other]! += curvature * value * row[other]!;
      });
    });
    const change = solve(hessian, gradient);
    change.forEach((value, k) => (beta[k]! += value));
    if (Math.max(...change.map(Math.abs)) < 1e-9) break;
  }
  const [intercept = 0, ...weights] = beta;
  return { ...model, intercept, weights };
}

/** Gaussian elimination with row exchange. */
function solve(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, k) => [...row, right[k]!]);
  for (let column = 0; column < rows.length; column++) {
    const rest = rows.slice(column);
    const pivot = rest.reduce((best, row) => (Math.abs(row[column]!) > Math.abs(best[column]!) ? row : best));
    rows.splice(column + rest.indexOf(pivot), 1);
    rows.splice(column, 0, pivot);
    rows.forEach((row, k) => {
      if (k === column) return;
      const factor = row[column]! / pivot[column]!;
      for (let other = column; other < row.length; other++) row[other]! -= factor * pivot[other]!;
    });
  }
  return rows.map((row, k) => row[rows.length]! / row[k]!);
}
