import type { Score, PredictedProbabilities } from '../families/family-fit.js';
import type { LikelihoodKernel } from '../likelihood.js';
import { choiceMetrics } from '../metrics/choice-metrics.js';

/**
 * Scores of predicted probabilities of several outcomes.
 *
 * @param byShares predictions of the constants-only model
 * @param kernelOf kernel of observations that all have the given outcome
 * @param chosen outcome of each observation
 * @param weights respondents that each observation represents. Default: 1
 */
export function choiceScores(
  predicted: PredictedProbabilities,
  byShares: PredictedProbabilities,
  outcomes: number,
  kernelOf: (outcome: number) => LikelihoodKernel,
  chosen: Int32Array,
  weights?: Float64Array,
): Score[] {
  const positions = weights ? repeated(weights) : Int32Array.from(chosen.keys());
  const probabilitiesOf = (of: PredictedProbabilities) => {
    const probabilities = of.probabilities(outcomes, kernelOf);
    return Float64Array.from(
      { length: positions.length * outcomes },
      (_, k) => probabilities[positions[Math.floor(k / outcomes)]! * outcomes + (k % outcomes)]!,
    );
  };
  const chosenByPosition = positions.map((observation) => chosen[observation]!);
  const metrics = choiceMetrics(probabilitiesOf(predicted), chosenByPosition, probabilitiesOf(byShares), outcomes);
  return [
    { id: 'brier', value: metrics.brier, null_value: metrics.brierNull },
    { id: 'accuracy', value: metrics.accuracy, null_value: metrics.accuracyMajority },
  ];
}

/** Positions of the observations, repeated by their weights. */
function repeated(weights: Float64Array): Int32Array {
  return Int32Array.from(Array.from(weights).flatMap((weight, k) => new Array<number>(Math.round(weight)).fill(k)));
}
