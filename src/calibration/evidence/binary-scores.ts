import { type Score, type Told } from '../families/family-fit.js';
import { type LikelihoodKernel } from '../likelihood.js';
import { binaryMetrics } from '../metrics/binary-metrics.js';

/**
 * Scores of the chances of a yes.
 *
 * @param yes the kernel of observations that all said yes
 * @param successes of each observation, as often as it counts
 * @param trials how often each counts; once when absent
 */
export function binaryScores(
  told: Told,
  byShares: Told,
  yes: LikelihoodKernel,
  successes: Float64Array,
  trials?: Float64Array,
): Score[] {
  const shares = byShares.chances(1, () => yes);
  const share = shares.reduce((sum, chance) => sum + chance, 0) / shares.length;
  const metrics = binaryMetrics(
    told.chances(1, () => yes),
    successes,
    share,
    trials,
  );
  return [
    { id: 'brier', value: metrics.brier, null_value: metrics.brierNull },
    { id: 'accuracy', value: metrics.accuracy, null_value: metrics.accuracyMajority },
    { id: 'auc', value: metrics.areaUnderCurve },
  ];
}
