import type { Expansion } from '../assemble.js';
import { fitAll, isDataProblem, sampleOf } from '../draft/sample-fit.js';

type FittedCounts = NonNullable<ReturnType<typeof fittedCounts>>;

/** Quantile .95 of the normal distribution. */
const criticalValue = 1.645;

/**
 * Whether counts vary more than their Poisson model predicts, at the level of 5%: the variance μ + α μ² has α > 0.
 * Source: Cameron and Trivedi, "Regression-based tests for overdispersion in the Poisson model", Journal of Econometrics 46 (1990).
 */
export function isOverdispersed({ counts, means }: FittedCounts): boolean {
  let [products, squares, residuals] = [0, 0, 0];
  const pairs = Array.from(means, (mean, k) => ({ mean, excess: ((counts[k]! - mean) ** 2 - counts[k]!) / mean }));
  // Regression of the excess on the mean, without a constant.
  for (const { mean, excess } of pairs) {
    products += mean * excess;
    squares += mean * mean;
  }
  const slope = products / squares;
  for (const { mean, excess } of pairs) residuals += (excess - slope * mean) ** 2;
  return slope / Math.sqrt(residuals / (pairs.length - 1) / squares) > criticalValue;
}

/** Fits a model of counts without random intercepts to all rows or to a sample. The dispersion θ is infinite for Poisson counts. Undefined if the data do not identify it: the fit reports the reason. */
export function fittedCounts({ recipe, table }: Pick<Expansion, 'recipe' | 'table'>) {
  try {
    const { model, full } = fitAll({ recipe, table: sampleOf(table) });
    const { at, fit } = full;
    const [{ coefficients, matrix, offset } = { coefficients: new Int32Array(0), matrix: new Float64Array(0) }] =
      model.design.equations;
    const means = Float64Array.from(at, (row) => {
      let predictor = offset?.[row] ?? 0;
      coefficients.forEach(
        (coefficient, k) => (predictor += fit.estimates[coefficient]! * matrix[row * coefficients.length + k]!),
      );
      return Math.exp(predictor);
    });
    const dispersion = fit.names.indexOf('log_theta');
    return {
      counts: Float64Array.from(at, (row) => model.rows.outcomes.outcome![model.observations.row[row]!]!),
      means,
      theta: dispersion < 0 ? Infinity : Math.exp(fit.estimates[dispersion]!),
    };
  } catch (error) {
    if (isDataProblem(error)) return undefined;
    throw error;
  }
}

/** Smaller differences of the share of zeros matter to no one. */
const leastDifference = 0.01;

/** States the share of zeros, if the model of the counts predicts another one. */
export function zerosNote({ counts, means, theta }: FittedCounts): string[] {
  const { length } = counts;
  const observed = counts.filter((count) => count === 0).length / length;
  const zero = (mean: number) => (theta === Infinity ? Math.exp(-mean) : (1 + mean / theta) ** -theta);
  const predicted = means.reduce((sum, mean) => sum + zero(mean), 0) / length;
  const error = Math.sqrt((predicted * (1 - predicted)) / length);
  if (Math.abs(observed - predicted) < Math.max(leastDifference, 2 * error)) return [];
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  const side = observed > predicted ? 'more' : 'fewer';
  return [
    `The counts have ${side} zeros than their model: ${percent(observed)} are 0, and the model simulates ${percent(predicted)}. Shares of single counts are wrong by as much; means are not.`,
  ];
}
