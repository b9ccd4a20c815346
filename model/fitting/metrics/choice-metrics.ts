import { conditionalLogit } from '../likelihoods/conditional-logit.js';
import type { Design, DesignEquation } from '../likelihood.js';
import { maximizeByNewton } from '../newton.js';
import { totalLikelihood } from '../total-likelihood.js';
import { outcomeProbabilities } from './binary-metrics.js';

/** Predictive performance for J outcomes. Losses are weighted means over rows. */
export interface ChoiceMetrics {
  /** Sum of the weights of the rows. */
  readonly n: number;
  /** Mean of -ln of the predicted probability of the observed outcome. */
  readonly logLoss: number;
  /** Log loss of the baseline. */
  readonly logLossNull: number;
  /** 1 - logLoss / logLossNull. */
  readonly mcfaddenR2: number;
  /** Mean of the squared differences between probability and outcome, summed over outcomes: 0 to 2. */
  readonly brier: number;
  readonly brierNull: number;
  /** Share of rows in which the most probable outcome occurred. */
  readonly accuracy: number;
  /** Accuracy of the baseline. */
  readonly accuracyMajority: number;
  readonly shares: readonly OutcomeFit[];
  /** Mean and maximum absolute difference between observed and predicted shares. */
  readonly shareMeanError: number;
  readonly shareMaxError: number;
  /** Half the sum of the absolute differences of the shares. */
  readonly totalVariation: number;
  /**
   * Mean over the J - 1 thresholds of the squared difference of cumulative probabilities; meaningful for ordered
   * outcomes only.
   */
  readonly rankedProbabilityScore: number;
  readonly rankedProbabilityScoreNull: number;
}

/** Observed and predicted share of one outcome. */
export interface OutcomeFit {
  readonly observed: number;
  /** Standard error for independent rows: √(share · (1 - share) / n). */
  readonly observedError: number;
  readonly predicted: number;
}

/**
 * Performance of predicted probabilities of J outcomes.
 * Source: Gneiting and Raftery, "Strictly proper scoring rules, prediction, and estimation", JASA 102 (2007).
 *
 * @param probabilities rows × J
 * @param chosen outcome of each row, 0 to J - 1
 * @param baseline rows × J: probabilities that use only the shares of the training sample (`repeatShares`,
 *   `constantsOnly`)
 * @param outcomes J
 * @param weights weight of each row. Default: 1
 */
export function choiceMetrics(
  probabilities: Float64Array,
  chosen: Int32Array,
  baseline: Float64Array,
  outcomes: number,
  weights?: Float64Array,
): ChoiceMetrics {
  const n = weights ? weights.reduce((sum, weight) => sum + weight, 0) : chosen.length;
  const probabilitiesOf = (row: number) => probabilities.subarray(row * outcomes, (row + 1) * outcomes);
  const base = (row: number) => baseline.subarray(row * outcomes, (row + 1) * outcomes);
  const mean = (of: (row: number) => number) => {
    let sum = 0;
    for (let row = 0; row < chosen.length; row++) sum += weights ? weights[row]! * of(row) : of(row);
    return sum / n;
  };
  const logLoss = mean((row) => -Math.log(probabilitiesOf(row)[chosen[row]!]!));
  const logLossNull = mean((row) => -Math.log(base(row)[chosen[row]!]!));
  const shares = Array.from({ length: outcomes }, (_, outcome): OutcomeFit => {
    const observed = mean((row) => (chosen[row] === outcome ? 1 : 0));
    return {
      observed,
      observedError: Math.sqrt((observed * (1 - observed)) / n),
      predicted: mean((row) => probabilitiesOf(row)[outcome]!),
    };
  });
  const errors = shares.map(({ observed, predicted }) => Math.abs(observed - predicted));
  const sumOfErrors = errors.reduce((sum, error) => sum + error, 0);
  return {
    n,
    logLoss,
    logLossNull,
    mcfaddenR2: 1 - logLoss / logLossNull,
    brier: mean((row) => squaredDistance(probabilitiesOf(row), chosen[row]!)),
    brierNull: mean((row) => squaredDistance(base(row), chosen[row]!)),
    accuracy: mean((row) => (mostProbable(probabilitiesOf(row)) === chosen[row] ? 1 : 0)),
    accuracyMajority: mean((row) => (mostProbable(base(row)) === chosen[row] ? 1 : 0)),
    shares,
    shareMeanError: sumOfErrors / outcomes,
    shareMaxError: Math.max(...errors),
    totalVariation: sumOfErrors / 2,
    rankedProbabilityScore: mean((row) => rankedDistance(probabilitiesOf(row), chosen[row]!)),
    rankedProbabilityScoreNull: mean((row) => rankedDistance(base(row), chosen[row]!)),
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

function mostProbable(probabilities: Float64Array): number {
  let best = 0;
  for (let k = 1; k < probabilities.length; k++) if (probabilities[k]! > probabilities[best]!) best = k;
  return best;
}

function squaredDistance(probabilities: Float64Array, outcome: number): number {
  return probabilities.reduce((sum, probability, k) => sum + (probability - (k === outcome ? 1 : 0)) ** 2, 0);
}

function rankedDistance(probabilities: Float64Array, outcome: number): number {
  let [below, sum] = [0, 0];
  for (let k = 0; k < probabilities.length - 1; k++) {
    below += probabilities[k]!;
    sum += (below - (outcome <= k ? 1 : 0)) ** 2;
  }
  return sum / (probabilities.length - 1);
}

/** Conditional logit with only one constant per alternative. */
export interface ConstantsOnly {
  readonly logLikelihood: number;
  /** Predicted probabilities for another sample, rows × alternatives: a baseline of `choiceMetrics`. */
  probabilities(rows: number, available?: Uint8Array): Float64Array;
}

/**
 * Fits one constant per alternative; the first alternative is the reference.
 *
 * @param chosen chosen alternative of each row, from 0
 * @param available rows × alternatives, 0 for an unavailable alternative. Default: all are available
 * @throws CalibrationError `calibration_not_converged`
 */
export function constantsOnly(alternatives: number, chosen: Int32Array, available?: Uint8Array): ConstantsOnly {
  const kernel = conditionalLogit(alternatives, chosen, available);
  const likelihood = totalLikelihood(constantsDesign(chosen.length, alternatives), kernel);
  const { logLikelihood, parameters } = maximizeByNewton(likelihood, likelihood.start());
  return {
    logLikelihood,
    probabilities: (rows, availableThere) =>
      outcomeProbabilities(constantsDesign(rows, alternatives), parameters, alternatives, (outcome) =>
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
