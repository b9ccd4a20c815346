import type { Design, LikelihoodKernel } from '../likelihood.js';
import type { Objective } from '../objective.js';
import { totalLikelihood } from '../total-likelihood.js';
import { type ClassLayout, coefficientsOf } from './class-layout.js';
import { type ClassMembership, classMembership } from './class-membership.js';
import { logSumExp, panelOf } from './panel.js';

/**
 * Mixture of C classes of respondents with different coefficients. A respondent belongs to the same class in all rows.
 * Parameters: those of the layout, then those of the membership.
 */
export interface ClassMixture extends Objective {
  readonly respondents: number;
  readonly membership: ClassMembership;
  /** Weight of each respondent. */
  readonly weights: Float64Array;
  /** Number of clusters of respondents. */
  readonly clusters: number;
  /** Log-likelihood of each respondent without its weight. */
  byRespondent(parameters: Float64Array): Float64Array;
  /** Posterior probability of each class given the responses: respondents × C. */
  memberships(parameters: Float64Array): Float64Array;
  /** First derivatives summed by cluster: clusters × size. */
  scores(parameters: Float64Array): Float64Array;
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
  const size = layout.size + membership.size;
  const gradients = new Float64Array(classes * width);
  const parts = new Float64Array(classes);
  const slopes = new Float64Array(classes);

  /** Writes memberships to `parts` and the derivatives of each class to `gradients`. Returns the log-likelihood. */
  function visit(coefficients: readonly Float64Array[], shares: Float64Array, rows: readonly number[]): number {
    gradients.fill(0);
    for (let c = 0; c < classes; c++) {
      const gradient = gradients.subarray(c * width, (c + 1) * width);
      let value = Math.log(shares[c]!);
      for (const row of rows) value += likelihood.addGradientOfRow(coefficients[c]!, row, gradient);
      parts[c] = value;
    }
    return logSumExp(parts);
  }

  function overRespondents(
    parameters: Float64Array,
    each: (respondent: number, shares: Float64Array, value: number) => void,
  ): number {
    const shares = membership.shares(parameters.subarray(layout.size));
    const coefficients = places.map((_, c) => coefficientsOf(layout, parameters, c));
    return panel.rows.reduce((sum, rows, respondent) => {
      const own = shares.subarray(respondent * classes, (respondent + 1) * classes);
      const value = visit(coefficients, own, rows);
      each(respondent, own, value);
      return panel.weights[respondent] === 0 ? sum : sum + panel.weights[respondent]! * value;
    }, 0);
  }

  function addSlope(respondent: number, shares: Float64Array, gradient: Float64Array, at: number): void {
    const weight = panel.weights[respondent]!;
    if (weight === 0) return;
    for (let c = 0; c < classes; c++) {
      const part = weight * parts[c]!;
      for (let k = 0; k < width; k++) {
        const place = places[c]![k]!;
        if (place >= 0) gradient[at + place]! += part * gradients[c * width + k]!;
      }
    }
    for (let c = 0; c < classes; c++) slopes[c] = weight * (parts[c]! - shares[c]!);
    membership.addSlope(respondent, slopes, gradient, at + layout.size);
  }

  return {
    size,
    respondents: panel.rows.length,
    membership,
    weights: panel.weights,
    clusters: panel.clusterCount,
    byRespondent(parameters) {
      const values = new Float64Array(panel.rows.length);
      overRespondents(parameters, (respondent, _shares, value) => (values[respondent] = value));
      return values;
    },
    value: (parameters) => overRespondents(parameters, () => undefined),
    evaluateGradient(parameters, gradient) {
      gradient.fill(0);
      return overRespondents(parameters, (respondent, shares) => addSlope(respondent, shares, gradient, 0));
    },
    scores(parameters) {
      const sums = new Float64Array(panel.clusterCount * size);
      overRespondents(parameters, (respondent, shares) =>
        addSlope(respondent, shares, sums, panel.clusters[respondent]! * size),
      );
      return sums;
    },
    memberships(parameters) {
      const all = new Float64Array(panel.rows.length * classes);
      overRespondents(parameters, (respondent) => all.set(parts, respondent * classes));
      return all;
    },
  };
}
