import type { Score, PredictedProbabilities } from '../families/family-fit.js';
import type { LikelihoodKernel } from '../likelihood.js';
import { binaryMetrics } from '../metrics/binary-metrics.js';

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
