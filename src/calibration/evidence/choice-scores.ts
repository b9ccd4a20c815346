import type { Score, PredictedProbabilities } from '../families/family-fit.js';
import type { LikelihoodKernel } from '../likelihood.js';
import { choiceMetrics } from '../metrics/choice-metrics.js';

/**
 * Scores of predicted probabilities of several outcomes.
 *
 * @param byShares predictions of the constants-only model
 * @param kernelOf kernel of observations that all have the given outcome
 * @param chosen outcome of each observation
 * @param weights weight of each observation. Default: 1
 */
export function choiceScores(
  predicted: PredictedProbabilities,
  byShares: PredictedProbabilities,
  outcomes: number,
  kernelOf: (outcome: number) => LikelihoodKernel,
  chosen: Int32Array,
  weights?: Float64Array,
): Score[] {
  const metrics = choiceMetrics(
    predicted.probabilities(outcomes, kernelOf),
    chosen,
    byShares.probabilities(outcomes, kernelOf),
    outcomes,
    weights,
  );
  return [
    { id: 'brier', value: metrics.brier, null_value: metrics.brierNull },
    { id: 'accuracy', value: metrics.accuracy, null_value: metrics.accuracyMajority },
  ];
}
