import * as scores from '../../../model/fitting/evidence/scores.js';
import type { Design, DesignEquation } from '../../../model/fitting/likelihood.js';
import { conditionalLogit } from '../../../model/fitting/likelihoods/conditional-logit.js';
import { maximizeByNewton } from '../../../model/fitting/newton.js';
import { totalLikelihood } from '../../../model/fitting/total-likelihood.js';

// The metrics of the service, and the further ones that R reports.

/**
 * Metrics of a binary outcome, as `binaryMetrics` of the service.
 *
 * @param trials number of trials per row. Default: 1
 */
export function binaryMetrics(
  probabilities: Float64Array,
  successes: Float64Array,
  trainingShare: number,
  trials: Float64Array = new Float64Array(successes.length).fill(1),
) {
  const n = trials.reduce((sum, count) => sum + count, 0);
  const observed = successes.reduce((sum, count) => sum + count, 0) / n;
  const lossOf = (predicted: Float64Array) =>
    predicted.reduce((sum, probability, row) => {
      const [yes, no] = [successes[row]!, trials[row]! - successes[row]!];
      // An infinite loss without responses counts as 0, not NaN.
      return sum - (yes > 0 ? yes * Math.log(probability) : 0) - (no > 0 ? no * Math.log(1 - probability) : 0);
    }, 0) / n;
  const [logLoss, logLossNull] = [lossOf(probabilities), lossOf(probabilities.map(() => trainingShare))];
  return {
    ...scores.binaryMetrics(probabilities, successes, trainingShare, trials),
    n,
    logLoss,
    logLossNull,
    mcfaddenR2: 1 - logLoss / logLossNull,
    meanObserved: observed,
    /** Standard error of the observed mean, for independent responses. */
    meanObservedError: Math.sqrt((observed * (1 - observed)) / n),
    meanPredicted: probabilities.reduce((sum, probability, row) => sum + probability * trials[row]!, 0) / n,
  };
}

export type ChoiceMetrics = ReturnType<typeof choiceMetrics>;

/**
 * Metrics of several outcomes, as `choiceMetrics` of the service, for rows of equal weight.
 *
 * @param baseline rows × outcomes: probabilities that use only the shares of the training sample (`repeatShares`, `constantsOnly`)
 */
export function choiceMetrics(
  probabilities: Float64Array,
  chosen: Int32Array,
  baseline: Float64Array,
  outcomes: number,
) {
  const n = chosen.length;
  const ownOf = (predicted: Float64Array, row: number) => predicted.subarray(row * outcomes, (row + 1) * outcomes);
  const mean = (of: (row: number) => number) => chosen.reduce((sum, _, row) => sum + of(row), 0) / n;
  const logLossOf = (predicted: Float64Array) => mean((row) => -Math.log(ownOf(predicted, row)[chosen[row]!]!));
  const [logLoss, logLossNull] = [logLossOf(probabilities), logLossOf(baseline)];
  const shares = Array.from({ length: outcomes }, (_, outcome) => {
    const observed = mean((row) => (chosen[row] === outcome ? 1 : 0));
    return {
      observed,
      /** Standard error for independent rows: √(share · (1 - share) / n). */
      observedError: Math.sqrt((observed * (1 - observed)) / n),
      predicted: mean((row) => ownOf(probabilities, row)[outcome]!),
    };
  });
  const errors = shares.map(({ observed, predicted }) => Math.abs(observed - predicted));
  const sumOfErrors = errors.reduce((sum, error) => sum + error, 0);
  return {
    ...scores.choiceMetrics(probabilities, chosen, baseline, outcomes),
    n,
    logLoss,
    logLossNull,
    mcfaddenR2: 1 - logLoss / logLossNull,
    shares,
    shareMeanError: sumOfErrors / outcomes,
    shareMaxError: Math.max(...errors),
    /** Half the sum of the absolute differences of the shares. */
    totalVariation: sumOfErrors / 2,
    /** Mean over the thresholds of the squared difference of cumulative probabilities; meaningful for ordered outcomes only. */
    rankedProbabilityScore: mean((row) => rankedDistance(ownOf(probabilities, row), chosen[row]!)),
    rankedProbabilityScoreNull: mean((row) => rankedDistance(ownOf(baseline, row), chosen[row]!)),
  };
}

/** The same shares for each row: rows × J. */
export function repeatShares(shares: Float64Array, rows: number): Float64Array {
  return Float64Array.from({ length: rows * shares.length }, (_, at) => shares[at % shares.length]!);
}

/** Share of each outcome. */
export function sharesOf(chosen: Int32Array, outcomes: number): Float64Array {
  const shares = new Float64Array(outcomes);
  for (const outcome of chosen) shares[outcome]! += 1 / chosen.length;
  return shares;
}

function rankedDistance(probabilities: Float64Array, outcome: number): number {
  let [below, sum] = [0, 0];
  for (let k = 0; k < probabilities.length - 1; k++) {
    below += probabilities[k]!;
    sum += (below - (outcome <= k ? 1 : 0)) ** 2;
  }
  return sum / (probabilities.length - 1);
}

/**
 * Fits one constant per alternative; the first alternative is the reference.
 *
 * @param chosen chosen alternative of each row, from 0
 * @param available rows × alternatives, 0 for an unavailable alternative. Default: all are available
 * @throws CalibrationError `calibration_not_converged`
 */
export function constantsOnly(alternatives: number, chosen: Int32Array, available?: Uint8Array) {
  const kernel = conditionalLogit(alternatives, chosen, available);
  const likelihood = totalLikelihood(constantsDesign(chosen.length, alternatives), kernel);
  const { logLikelihood, parameters } = maximizeByNewton(likelihood, likelihood.start());
  return {
    logLikelihood,
    /** Predicted probabilities for another sample, rows × alternatives. */
    probabilities: (rows: number, availableThere?: Uint8Array) =>
      scores.outcomeProbabilities(constantsDesign(rows, alternatives), parameters, alternatives, (outcome) =>
        conditionalLogit(alternatives, new Int32Array(rows).fill(outcome), availableThere),
      ),
  };
}

function constantsDesign(rows: number, alternatives: number): Design {
  const equations = Array.from({ length: alternatives }, (_, j): DesignEquation => {
    const isReference = j === 0;
    return {
      coefficients: isReference ? new Int32Array(0) : Int32Array.of(j - 1),
      matrix: new Float64Array(isReference ? 0 : rows).fill(1),
    };
  });
  return { rows, coefficients: equations.slice(1).map((_, k) => `constant_${k + 1}`), equations };
}
