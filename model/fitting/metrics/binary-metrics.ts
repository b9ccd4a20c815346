import { totalLikelihood } from '../total-likelihood.js';
import type { Design, LikelihoodKernel } from '../likelihood.js';

/** Predictive performance for a binary outcome. Losses are means over responses. */
export interface BinaryMetrics {
  readonly n: number;
  /** Mean of -ln of the predicted probability of the observed outcome. */
  readonly logLoss: number;
  /** Log loss of the training share as the prediction for every row. */
  readonly logLossNull: number;
  /** 1 - logLoss / logLossNull. */
  readonly mcfaddenR2: number;
  /** Mean squared difference between probability and outcome, 0 to 1. */
  readonly brier: number;
  readonly brierNull: number;
  /** Probability that a random success has a higher predicted probability than a random failure; ties count half. */
  readonly areaUnderCurve: number;
  readonly accuracy: number;
  readonly accuracyMajority: number;
  readonly meanObserved: number;
  /** Standard error of the observed mean, for independent responses. */
  readonly meanObservedError: number;
  readonly meanPredicted: number;
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
  const n = trials.reduce((sum, count) => sum + count, 0);
  const successTotal = successes.reduce((sum, count) => sum + count, 0);
  /** Mean over responses of one loss for successes and another for failures. */
  const mean = (
    ofSuccess: (probability: number) => number,
    ofFailure: (probability: number) => number,
    predicted = probabilities,
  ) => {
    let sum = 0;
    for (let row = 0; row < predicted.length; row++) {
      const successCount = successes[row]!;
      // An infinite loss without responses counts as 0, not NaN.
      if (successCount > 0) sum += successCount * ofSuccess(predicted[row]!);
      if (trials[row]! > successCount) sum += (trials[row]! - successCount) * ofFailure(predicted[row]!);
    }
    return sum / n;
  };
  const log = (probability: number) => -Math.log(probability);
  const square = (distance: number) => distance * distance;
  const base = probabilities.map(() => trainingShare);
  const logLoss = mean(log, (probability) => log(1 - probability));
  const logLossNull = mean(log, (probability) => log(1 - probability), base);
  const observed = successTotal / n;
  const isCorrect = [
    (probability: number) => (probability >= 0.5 ? 1 : 0),
    (probability: number) => (probability < 0.5 ? 1 : 0),
  ] as const;
  return {
    n,
    logLoss,
    logLossNull,
    mcfaddenR2: 1 - logLoss / logLossNull,
    brier: mean((probability) => square(1 - probability), square),
    brierNull: mean((probability) => square(1 - probability), square, base),
    areaUnderCurve: areaUnderCurve(probabilities, successes, trials),
    accuracy: mean(...isCorrect),
    accuracyMajority: mean(...isCorrect, base),
    meanObserved: observed,
    meanObservedError: Math.sqrt((observed * (1 - observed)) / n),
    meanPredicted: probabilities.reduce((sum, probability, row) => sum + probability * trials[row]!, 0) / n,
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
