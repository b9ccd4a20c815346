import { choiceScores } from '../../evidence/choice-scores.js';
import type { FamilyFit, ObservedValue } from '../family-fit.js';
import { requireEveryOutcome } from '../../identification.js';
import { orderedLogit } from '../../kernels/ordered-logit.js';
import type { SampledRows } from '../../rows/influence.js';
import { observedMean } from '../../rows/observed-mean.js';
import { observedShares } from '../../rows/observed-shares.js';
import { valuesAt, weightsAt } from '../../rows/rows.js';
import { predictorEquation } from '../../../engine/families/ordered-logit/predictor.js';
import type { OrderedLogit } from '../../../engine/families/ordered-logit/ordered-logit.schema.js';

/** Responses on an ordered scale, given as `outcome`. */
export const orderedLogitFit: FamilyFit<OrderedLogit> = {
  outcomeColumns: () => [['outcome']],
  bind({ decision }, rows) {
    const ids = decision.outcomes.map(({ id }) => id);
    const levels = Int32Array.from(rows.outcomes.outcome!);
    const levelsAt = (at: Int32Array) => valuesAt(levels, at, new Int32Array(at.length));
    requireEveryOutcome(levelsAt(rows.train), ids);
    return {
      equations: [predictorEquation],
      // The thresholds replace constants.
      constants: [],
      hasEqualShares: false,
      kernel: (at) => orderedLogit(levelsAt(at), ids.length),
      observed(selected) {
        const shares = observedShares(levels, ids.length, selected, rows);
        return decision.score ? [...shares, meanPoints(levels, decision.score.points, selected, rows)] : shares;
      },
      scores(predicted, byShares) {
        const kernelOf = (level: number) =>
          orderedLogit(new Int32Array(predicted.observations.length).fill(level), ids.length);
        return choiceScores(
          predicted.probabilities(ids.length, kernelOf),
          byShares.probabilities(ids.length, kernelOf),
          ids.length,
          levelsAt(predicted.observations),
          weightsAt(rows, predicted.observations),
        );
      },
    };
  },
};

/** Mean points of the responses. */
function meanPoints(
  levels: Int32Array,
  points: readonly number[],
  selected: Int32Array,
  rows: SampledRows,
): ObservedValue {
  return observedMean(
    Float64Array.from(levels, (level) => points[level]!),
    selected,
    rows,
  );
}
