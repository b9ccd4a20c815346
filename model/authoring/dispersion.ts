import type { Expansion } from './assemble.js';
import { fitAll, isDataProblem, sampleOf } from './sample-fit.js';

/** Quantile .95 of the normal distribution. */
const criticalValue = 1.645;

/**
 * Whether counts vary more than their Poisson model predicts, at the level of 5%: the variance μ + α μ² has α > 0.
 * Source: Cameron and Trivedi, "Regression-based tests for overdispersion in the Poisson model", Journal of Econometrics 46 (1990).
 *
 * @param poisson a model of counts without dispersion
 * @returns undefined if the data do not identify the Poisson model: the fit reports the reason
 */
export function isOverdispersed({ recipe, table }: Pick<Expansion, 'recipe' | 'table'>): boolean | undefined {
  try {
    const { model, full } = fitAll({ recipe, table: sampleOf(table) });
    const { at, fit } = full;
    const { estimates } = fit;
    const [{ coefficients, matrix, offset } = { coefficients: new Int32Array(0), matrix: new Float64Array(0) }] =
      model.design.equations;
    let [products, squares, residuals] = [0, 0, 0];
    const pairs = Array.from(at, (row) => {
      let predictor = offset?.[row] ?? 0;
      coefficients.forEach(
        (coefficient, k) => (predictor += estimates[coefficient]! * matrix[row * coefficients.length + k]!),
      );
      const mean = Math.exp(predictor);
      const count = model.rows.outcomes.outcome![model.observations.row[row]!]!;
      return { mean, excess: ((count - mean) ** 2 - count) / mean };
    });
    // Regression of the excess on the mean, without a constant.
    for (const { mean, excess } of pairs) {
      products += mean * excess;
      squares += mean * mean;
    }
    const slope = products / squares;
    for (const { mean, excess } of pairs) residuals += (excess - slope * mean) ** 2;
    return slope / Math.sqrt(residuals / (pairs.length - 1) / squares) > criticalValue;
  } catch (error) {
    if (isDataProblem(error)) return undefined;
    throw error;
  }
}
