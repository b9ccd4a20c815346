import type { Design, LikelihoodKernel } from '../likelihood.js';
import { totalLikelihood } from '../total-likelihood.js';
import { type ClassLayout, coefficientsOf } from './class-layout.js';
import { type ClassMembership, classMembership } from './class-membership.js';
import { logSumExp, type PanelLikelihood, panelLikelihood, panelOf } from './panel.js';

/**
 * Mixture of C classes of respondents with different coefficients. A respondent belongs to the same class in all rows.
 * Parameters: those of the layout, then those of the membership.
 */
export interface ClassMixture extends PanelLikelihood {
  readonly membership: ClassMembership;
  /** Weight of each respondent. */
  readonly weights: Float64Array;
  /** Posterior probability of each class given the responses: respondents × C. */
  memberships(parameters: Float64Array): Float64Array;
}

/**
 * Log-likelihood of a mixture of classes: the sum of w·ln Σ share·P over respondents with weight w, where P is the
 * joint probability of all responses of the respondent. The shares are those of the respondent.
 *
 * @param layout places of the coefficients of C classes in the parameters
 * @throws CalibrationError `calibration_uneven_panel` if the rows of a respondent differ in their weight, cluster or
 *   membership terms
 */
export function classMixture(design: Design, kernel: LikelihoodKernel, layout: ClassLayout): ClassMixture {
  // The weight multiplies the logarithm of the mean over the classes, not the terms of the mean.
  const likelihood = totalLikelihood({ ...design, weights: undefined }, kernel);
  const panel = panelOf(design);
  const { places } = layout;
  const classes = places.length;
  const width = likelihood.size;
  const membership = classMembership(design, panel.rows, classes);
  const gradients = new Float64Array(classes * width);
  const parts = new Float64Array(classes);
  const slopes = new Float64Array(classes);

  const likelihoodAt = (parameters: Float64Array) => {
    const shares = membership.shares(parameters.subarray(layout.size));
    const coefficients = places.map((_, c) => coefficientsOf(layout, parameters, c));
    return {
      /** Writes memberships to `parts` and the derivatives of each class to `gradients`. */
      evaluate(respondent: number): number {
        gradients.fill(0);
        for (let c = 0; c < classes; c++) {
          const gradient = gradients.subarray(c * width, (c + 1) * width);
          let value = Math.log(shares[respondent * classes + c]!);
          for (const row of panel.rows[respondent]!)
            value += likelihood.addGradientOfRow(coefficients[c]!, row, gradient);
          parts[c] = value;
        }
        return logSumExp(parts);
      },
      addSlope(respondent: number, weight: number, gradient: Float64Array, at: number): void {
        for (let c = 0; c < classes; c++) {
          const part = weight * parts[c]!;
          for (let k = 0; k < width; k++) {
            const place = places[c]![k]!;
            if (place >= 0) gradient[at + place]! += part * gradients[c * width + k]!;
          }
          slopes[c] = weight * (parts[c]! - shares[respondent * classes + c]!);
        }
        membership.addSlope(respondent, slopes, gradient, at + layout.size);
      },
    };
  };

  return {
    ...panelLikelihood(panel, layout.size + membership.size, likelihoodAt),
    membership,
    weights: panel.weights,
    memberships(parameters) {
      const all = new Float64Array(panel.rows.length * classes);
      const byRespondent = likelihoodAt(parameters);
      panel.rows.forEach((_, respondent) => {
        byRespondent.evaluate(respondent);
        all.set(parts, respondent * classes);
      });
      return all;
    },
  };
}
