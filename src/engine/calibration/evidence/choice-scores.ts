import { type Score, type Told } from '../family-fit.js';
import { type LikelihoodKernel } from '../likelihood.js';
import { choiceMetrics } from '../metrics/choice-metrics.js';

/**
 * Scores of the chances of several outcomes.
 *
 * @param kernelOf the kernel of observations that all had that outcome
 * @param chosen the outcome of each observation told of
 */
export function choiceScores(
  told: Told,
  byShares: Told,
  outcomes: number,
  kernelOf: (outcome: number) => LikelihoodKernel,
  chosen: Int32Array,
): Score[] {
  const metrics = choiceMetrics(
    told.chances(outcomes, kernelOf),
    chosen,
    byShares.chances(outcomes, kernelOf),
    outcomes,
  );
  return [
    { id: 'brier', value: metrics.brier, null_value: metrics.brierNull },
    { id: 'accuracy', value: metrics.accuracy, null_value: metrics.accuracyMajority },
  ];
}
