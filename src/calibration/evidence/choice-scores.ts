import type { Score } from '../families/family-fit.js';
import { choiceMetrics } from '../metrics/choice-metrics.js';

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
