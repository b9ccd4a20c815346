import { type Design, type LikelihoodKernel } from '../likelihood.js';
import { type Objective } from '../objective.js';
import { totalLikelihood } from '../total-likelihood.js';
import { logSumAndParts, rowsByRespondent } from './panel.js';

/**
 * A mixture of C classes of respondents, each with parameters of its own; a respondent is of one class in all rows.
 * Parameters: those of class 1, of class 2, …, then the log odds of the classes 2 to C against class 1.
 */
export interface ClassMixture extends Objective {
  readonly respondents: number;
  /** How many parameters a class has. */
  readonly width: number;
  /** How likely each respondent is of each class, given what they did: respondents × C. */
  memberships(parameters: Float64Array): Float64Array;
  /** First derivatives by respondent: respondents × size. */
  scores(parameters: Float64Array): Float64Array;
}

export function classShares(parameters: Float64Array, classes: number): Float64Array {
  const shares = new Float64Array(classes);
  shares.set(parameters.subarray(parameters.length - (classes - 1)), 1);
  logSumAndParts(shares);
  return shares;
}

export function classMixture(design: Design, kernel: LikelihoodKernel, classes: number): ClassMixture {
  const likelihood = totalLikelihood(design, kernel);
  const panel = rowsByRespondent(design);
  const width = likelihood.size;
  const size = classes * width + classes - 1;
  const slopes = new Float64Array(classes * width);
  const parts = new Float64Array(classes);

  /** Leaves in `parts` the memberships and in `slopes` each class's own derivatives; returns the log-likelihood. */
  function visit(parameters: Float64Array, shares: Float64Array, rows: readonly number[]): number {
    slopes.fill(0);
    for (let c = 0; c < classes; c++) {
      const own = parameters.subarray(c * width, (c + 1) * width);
      const slope = slopes.subarray(c * width, (c + 1) * width);
      let value = Math.log(shares[c]!);
      for (const row of rows) value += likelihood.addSlopeOfRow(own, row, slope);
      parts[c] = value;
    }
    return logSumAndParts(parts);
  }

  function overRespondents(parameters: Float64Array, each: (who: number, shares: Float64Array) => void): number {
    const shares = classShares(parameters, classes);
    return panel.reduce((sum, rows, who) => {
      const value = visit(parameters, shares, rows);
      each(who, shares);
      return sum + value;
    }, 0);
  }

  function addSlope(shares: Float64Array, gradient: Float64Array, at: number): void {
    for (let c = 0; c < classes; c++) {
      for (let k = c * width; k < (c + 1) * width; k++) gradient[at + k]! += parts[c]! * slopes[k]!;
    }
    for (let c = 1; c < classes; c++) gradient[at + classes * width + c - 1]! += parts[c]! - shares[c]!;
  }

  return {
    size,
    width,
    respondents: panel.length,
    value: (parameters) => overRespondents(parameters, () => undefined),
    slope(parameters, gradient) {
      gradient.fill(0);
      return overRespondents(parameters, (_, shares) => addSlope(shares, gradient, 0));
    },
    scores(parameters) {
      const sums = new Float64Array(panel.length * size);
      overRespondents(parameters, (who, shares) => addSlope(shares, sums, who * size));
      return sums;
    },
    memberships(parameters) {
      const all = new Float64Array(panel.length * classes);
      overRespondents(parameters, (who) => all.set(parts, who * classes));
      return all;
    },
  };
}
