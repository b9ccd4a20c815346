import type { Design, LikelihoodKernel } from '../likelihood.js';
import { totalLikelihood } from '../total-likelihood.js';

/**
 * Predicted probabilities, rows × outcomes.
 *
 * @param parameters coefficients, followed by ancillary parameters
 * @param kernelOf the family's kernel for a sample in which every row has the given outcome
 */
export function outcomeProbabilities(
  design: Design,
  parameters: Float64Array,
  outcomes: number,
  kernelOf: (outcome: number) => LikelihoodKernel,
): Float64Array {
  const probabilities = new Float64Array(design.rows * outcomes);
  const unweighted = { ...design, weights: undefined };
  const unused = new Float64Array(parameters.length);
  for (let outcome = 0; outcome < outcomes; outcome++) {
    const likelihood = totalLikelihood(unweighted, kernelOf(outcome));
    for (let row = 0; row < design.rows; row++) {
      probabilities[row * outcomes + outcome] = Math.exp(likelihood.addGradientOfRow(parameters, row, unused));
    }
  }
  return probabilities;
}
