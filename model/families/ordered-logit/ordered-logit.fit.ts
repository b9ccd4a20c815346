import { choiceScores } from '../../fitting/evidence/scores.js';
import type { FamilyFit } from '../../fitting/family-fit.js';
import {
  type ObservedValue,
  type SampledRows,
  observedMean,
  observedShares,
} from '../../fitting/rows/observed-shares.js';
import { interceptMixture } from '../../fitting/random-intercept.js';
import { requireEveryOutcome } from '../../fitting/identification.js';
import { linkOf } from '../../equations/formulas.js';
import { orderedOutcomes } from '../../fitting/likelihoods/ordered-outcomes.js';
import { valuesAt, weightsAt } from '../../fitting/rows/rows.js';
import { predictorEquation } from './ordered-logit.run.js';
import type { OrderedLogit } from './ordered-logit.schema.js';

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
