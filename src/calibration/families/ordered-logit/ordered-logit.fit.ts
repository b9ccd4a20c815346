import { choiceScores } from '../../evidence/hold-out.js';
import type { FamilyFit, ObservedValue } from '../family-fit.js';
import { interceptMixture } from '../random-intercept.js';
import { requireEveryOutcome } from '../../identification.js';
import { linkOf } from '../../../engine/model/formulas.js';
import { orderedOutcomes } from '../../kernels/ordered-outcomes.js';
import type { SampledRows } from '../../rows/influence.js';
import { observedMean, observedShares } from '../../rows/observed-shares.js';
import { valuesAt, weightsAt } from '../../rows/rows.js';
import { predictorEquation } from '../../../engine/families/ordered-logit/ordered-logit.run.js';
import type { OrderedLogit } from '../../../engine/families/ordered-logit/ordered-logit.schema.js';

/** Responses on an ordered scale, given as `outcome`. */
export const orderedLogitFit: FamilyFit<OrderedLogit> = {
  outcomeColumns: () => [['outcome']],
  bind({ decision }, rows) {
    const ids = decision.outcomes.map(({ id }) => id);
    const link = linkOf(decision);
    const levels = Int32Array.from(rows.outcomes.outcome!);
    const levelsAt = (at: Int32Array) => valuesAt(levels, at, new Int32Array(at.length));
    requireEveryOutcome(levelsAt(rows.train), ids);
    const mixture = interceptMixture({ decision, rows, ancillary: decision.thresholds });
    return {
      equations: [predictorEquation],
      // The thresholds replace constants.
      constants: [],
      hasEqualShares: false,
      ...(mixture && { mixture }),
      kernel: (at) => orderedOutcomes(levelsAt(at), ids.length, link),
      observed(selected) {
        const shares = observedShares(levels, ids.length, selected, rows);
        return decision.score ? [...shares, meanPoints(levels, decision.score.points, selected, rows)] : shares;
      },
      scores(predicted, byShares) {
        const kernelOf = (level: number) =>
          orderedOutcomes(new Int32Array(predicted.observations.length).fill(level), ids.length, link);
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
