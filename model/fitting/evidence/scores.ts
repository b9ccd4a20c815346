import { sumOf } from '../../math/linear-algebra.js';
import type { BoundFamily, PredictedProbabilities, Score } from '../family-fit.js';
import type { Design, LikelihoodKernel } from '../likelihood.js';
import type { SampledRows } from '../rows/observed-shares.js';
import { totalLikelihood } from '../total-likelihood.js';

/** Predictive performance for outcomes. Losses are means over responses. */
export interface Metrics {
  /** Mean of the squared differences between probability and outcome: 0 to 1 for a binary outcome, otherwise summed over the outcomes, 0 to 2. */
  readonly brier: number;
  readonly brierNull: number;
  /** Share of responses in which the most probable outcome occurred. */
  readonly accuracy: number;
  readonly accuracyMajority: number;
}

/** Metrics of a binary outcome. */
export interface BinaryMetrics extends Metrics {
  /** Probability that a random success has a higher predicted probability than a random failure; ties count half. */
  readonly areaUnderCurve: number;
}

/**
 * Performance of predicted probabilities of a binary outcome.
 * Source: Steyerberg et al., "Assessing the performance of prediction models", Epidemiology 21 (2010).
 *
 * @param probabilities predicted probability of success, one per row, inside (0, 1)
 * @param successes 0 or 1 per row, or the number of successes of the row
 * @param trainingShare share of successes in the training sample
 * @param trials number of trials per row. Default: 1
 */
export function binaryMetrics(
  probabilities: Float64Array,
  successes: Float64Array,
  trainingShare: number,
  trials: Float64Array = new Float64Array(successes.length).fill(1),
): BinaryMetrics {
  const n = sumOf(trials);
  /** Mean over responses of one loss for successes and another for failures. */
  const mean = (
    ofSuccess: (probability: number) => number,
    ofFailure: (probability: number) => number,
    predicted = probabilities,
  ) => {
    let sum = 0;
    for (let row = 0; row < predicted.length; row++) {
      const successCount = successes[row]!;
      if (successCount > 0) sum += successCount * ofSuccess(predicted[row]!);
      if (trials[row]! > successCount) sum += (trials[row]! - successCount) * ofFailure(predicted[row]!);
    }
    return sum / n;
  };
  const base = probabilities.map(() => trainingShare);
  const square = (distance: number) => distance * distance;
  const squares = [(probability: number) => square(1 - probability), square] as const;
  const isCorrect = [
    (probability: number) => (probability >= 0.5 ? 1 : 0),
    (probability: number) => (probability < 0.5 ? 1 : 0),
  ] as const;
  return {
    brier: mean(...squares),
    brierNull: mean(...squares, base),
    areaUnderCurve: areaUnderCurve(probabilities, successes, trials),
    accuracy: mean(...isCorrect),
    accuracyMajority: mean(...isCorrect, base),
  };
}

function areaUnderCurve(probabilities: Float64Array, successes: Float64Array, trials: Float64Array): number {
  const order = Array.from(probabilities.keys()).sort((a, b) => probabilities[a]! - probabilities[b]!);
  let [failuresBelow, allSuccesses, concordant] = [0, 0, 0];
  for (let start = 0, end = 0; start < order.length; start = end) {
    let [successesHere, failuresHere] = [0, 0];
    for (; end < order.length && probabilities[order[end]!] === probabilities[order[start]!]; end++) {
      successesHere += successes[order[end]!]!;
      failuresHere += trials[order[end]!]! - successes[order[end]!]!;
    }
    concordant += successesHere * (failuresBelow + failuresHere / 2);
    failuresBelow += failuresHere;
    allSuccesses += successesHere;
  }
  return concordant / (allSuccesses * failuresBelow);
}

/**
 * Performance of predicted probabilities of J outcomes.
 * Source: Gneiting and Raftery, "Strictly proper scoring rules, prediction, and estimation", JASA 102 (2007).
 *
 * @param probabilities rows × J
 * @param chosen outcome of each row, 0 to J - 1
 * @param baseline rows × J: probabilities that use only the shares of the training sample
 * @param outcomes J
 * @param weights weight of each row. Default: 1
 */
export function choiceMetrics(
  probabilities: Float64Array,
  chosen: Int32Array,
  baseline: Float64Array,
  outcomes: number,
  weights?: Float64Array,
): Metrics {
  const n = weights ? sumOf(weights) : chosen.length;
  const mean = (predicted: Float64Array, of: (probabilities: Float64Array, outcome: number) => number) => {
    let sum = 0;
    for (let row = 0; row < chosen.length; row++)
      sum += (weights?.[row] ?? 1) * of(predicted.subarray(row * outcomes, (row + 1) * outcomes), chosen[row]!);
    return sum / n;
  };
  const isCorrect = (own: Float64Array, outcome: number) => Number(mostProbable(own) === outcome);
  return {
    brier: mean(probabilities, squaredDistance),
    brierNull: mean(baseline, squaredDistance),
    accuracy: mean(probabilities, isCorrect),
    accuracyMajority: mean(baseline, isCorrect),
  };
}

function mostProbable(probabilities: Float64Array): number {
  let best = 0;
  for (let k = 1; k < probabilities.length; k++) if (probabilities[k]! > probabilities[best]!) best = k;
  return best;
}

function squaredDistance(probabilities: Float64Array, outcome: number): number {
  return probabilities.reduce((sum, probability, k) => sum + (probability - (k === outcome ? 1 : 0)) ** 2, 0);
}

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

/**
 * Scores of predicted probabilities of a binary outcome.
 *
 * @param byShares predictions of the constants-only model
 * @param yes kernel of observations that are all successes
 * @param successes successes of each observation, times its weight
 * @param trials weight of each observation. Default: 1
 */
export function binaryScores(
  predicted: PredictedProbabilities,
  byShares: PredictedProbabilities,
  yes: LikelihoodKernel,
  successes: Float64Array,
  trials?: Float64Array,
): Score[] {
  const shares = byShares.probabilities(1, () => yes);
  const share = shares.reduce((sum, probability) => sum + probability, 0) / shares.length;
  const metrics = binaryMetrics(
    predicted.probabilities(1, () => yes),
    successes,
    share,
    trials,
  );
  return [
    { id: 'brier', value: metrics.brier, null_value: metrics.brierNull },
    { id: 'accuracy', value: metrics.accuracy, null_value: metrics.accuracyMajority },
    // Held-out rows with one outcome have no pairs to rank.
    ...(Number.isNaN(metrics.areaUnderCurve) ? [] : [{ id: 'auc' as const, value: metrics.areaUnderCurve }]),
  ];
}

/**
 * Scores of predicted probabilities of several outcomes.
 *
 * @param predicted observations × outcomes
 * @param byShares the same of the constants-only model
 * @param chosen outcome of each observation
 * @param weights weight of each observation. Default: 1
 */
export function choiceScores(
  predicted: Float64Array,
  byShares: Float64Array,
  outcomes: number,
  chosen: Int32Array,
  weights?: Float64Array,
): Score[] {
  const metrics = choiceMetrics(predicted, chosen, byShares, outcomes, weights);
  return [
    { id: 'brier', value: metrics.brier, null_value: metrics.brierNull },
    { id: 'accuracy', value: metrics.accuracy, null_value: metrics.accuracyMajority },
  ];
}

/**
 * Scores of predicted numbers: the weighted mean absolute error and root mean squared error.
 *
 * @param observedAt observed numbers at positions of the data
 * @param meansOf predicted mean of each observation
 */
export function distanceScores(
  observedAt: (at: Int32Array) => Float64Array,
  rows: Pick<SampledRows, 'weights'>,
  meansOf: (predicted: PredictedProbabilities) => Float64Array,
): BoundFamily['scores'] {
  return (predicted, byShares): Score[] => {
    const own = observedAt(predicted.observations);
    const weights = Float64Array.from(predicted.observations, (row) => rows.weights?.[row] ?? 1);
    const error = (of: PredictedProbabilities, loss: (distance: number) => number) => {
      const distances = meansOf(of).map((mean, k) => weights[k]! * loss(own[k]! - mean));
      return sumOf(distances) / sumOf(weights);
    };
    const rootMeanSquare = (of: PredictedProbabilities) => Math.sqrt(error(of, (distance) => distance * distance));
    return [
      { id: 'mean_absolute_error', value: error(predicted, Math.abs), null_value: error(byShares, Math.abs) },
      { id: 'root_mean_squared_error', value: rootMeanSquare(predicted), null_value: rootMeanSquare(byShares) },
    ];
  };
}
