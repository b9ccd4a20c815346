/** A logistic regression on standardized features. */
export interface LogisticModel {
  intercept: number;
  weights: number[];
  means: number[];
  deviations: number[];
}

/** Models of the confidence, with sentence vectors and with words only. */
export type ConfidenceModels = Record<
  'hybrid' | 'lexical',
  {
    /** For a single text, in the order of `featuresOf`. */
    short: LogisticModel;
    /** For the best sentence of a long question, in the order of `featuresOfLongQuestion`. */
    long: LogisticModel;
  }
>;

/** Predicts the probability. A feature that never varied in training has no effect; values are limited to the range seen in training. */
export function predict(model: LogisticModel, features: readonly number[]): number {
  let sum = model.intercept;
  features.forEach((value, k) => (sum += model.weights[k]! * standardized(model, value, k)));
  return 1 / (1 + Math.exp(-sum));
}

const maxStandardizedValue = 4;
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

function standardized({ means, deviations }: Pick<LogisticModel, 'means' | 'deviations'>, value: number, k: number) {
  const deviation = deviations[k]!;
  return deviation < 1e-9
    ? 0
    : Math.max(-maxStandardizedValue, Math.min(maxStandardizedValue, (value - means[k]!) / deviation));
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

/**
 * Fitted by `npm run bench -- router` on catalogs drawn from CLINC150 and BANKING77, and on the questions of the training writers
 * (bench/questions). Do not edit by hand.
 */
export const fittedModels: ConfidenceModels = {
  hybrid: {
    short: {
      intercept: 1.79397,
      weights: [2.04026, 1.06244, -0.945262, 0.790613, -1.96779, -0.93328, 1.35111, 3.19661],
      means: [1.05591, 1.15029, 0.718998, 0.563539, 0.190549, 0.478764, 0.0169489, 0.161095],
      deviations: [0.243729, 2.56289, 0.18998, 0.246805, 0.207302, 0.499549, 0.0519281, 0.180579],
    },
    long: {
      intercept: 1.16382,
      weights: [1.76214, 1.03293, 0.164558, -0.478061],
      means: [1.20146, 0.721074, 0.573588, 0.681006],
      deviations: [3.97419, 2.32427, 0.494555, 0.570377],
    },
  },
  lexical: {
    short: {
      intercept: 1.36951,
      weights: [1.69336, 0.0227264, 0.620356, 0.824124, 0.36958, 0.47547, 1.31179, 0],
      means: [0.190788, -1.14413, 0.0695707, 0.57095, 0.0693675, 0.478764, 0.0151325, 0],
      deviations: [0.0899104, 1.38678, 0.0568079, 0.233067, 0.0928044, 0.499549, 0.0695688, 0],
    },
    long: {
      intercept: 0.657766,
      weights: [0.492807, 1.344, 1.23984, -0.510001],
      means: [1.69618, 0.720968, 0.543353, 0.681006],
      deviations: [2.58137, 1.24328, 0.498117, 0.570377],
    },
  },
};
