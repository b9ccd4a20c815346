import type { Design, LikelihoodKernel } from '../likelihood.js';
import { totalLikelihood } from '../total-likelihood.js';
import { logSumExp, panelOf } from './panel.js';

/** Coefficients that a respondent can have: a latent class, or a point of random tastes. */
export interface RespondentComponent {
  /** Logarithm of its share before any row is known. The shares of a respondent need not add up to 1. */
  readonly logShare: number;
  readonly own: Float64Array;
}

/**
 * Probability of the outcome in the kernel of each row, given the earlier rows of its respondent. The observed outcome of each row changes the
 * shares of the components for the next one (Bayes' theorem).
 *
 * @param design its rows are in the order of the choices of each respondent
 * @param observed kernel of the observed outcomes
 * @param componentsOf components of a respondent, whose first row is given
 */
export function probabilitiesGivenEarlier(
  design: Design,
  kernel: LikelihoodKernel,
  observed: LikelihoodKernel,
  componentsOf: (respondent: number, firstRow: number) => readonly RespondentComponent[],
): Float64Array {
  const [likelihood, ofObserved] = [totalLikelihood(design, kernel), totalLikelihood(design, observed)];
  const unused = new Float64Array(likelihood.size);
  const probabilities = new Float64Array(design.rows);
  panelOf(design).rows.forEach((rows, respondent) => {
    const components = componentsOf(respondent, rows[0]!);
    const logWeights = Float64Array.from(components, ({ logShare }) => logShare);
    for (const row of rows) {
      const weights = logWeights.slice();
      logSumExp(weights);
      components.forEach(({ own }, k) => {
        probabilities[row]! += weights[k]! * Math.exp(likelihood.addGradientOfRow(own, row, unused));
        logWeights[k]! += ofObserved.addGradientOfRow(own, row, unused);
      });
    }
  });
  return probabilities;
}
