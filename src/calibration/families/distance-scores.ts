import { sumOf } from '../../engine/math/sum.js';
import type { SampledRows } from '../rows/influence.js';
import type { BoundFamily, PredictedProbabilities, Score } from './family-fit.js';

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
