import { choiceScores } from '../../evidence/choice-scores.js';
import { type FamilyFit, type Seen } from '../family-fit.js';
import { requireEveryOutcome } from '../../identification.js';
import { orderedLogit } from '../../kernels/ordered-logit.js';
import { sharesSeen } from '../../rows/shares-seen.js';
import { taken, weightsAt } from '../../rows/rows.js';
import { predictorEquation } from '../../../engine/families/ordered-logit/predictor.js';
import { type OrderedLogit } from '../../../engine/families/ordered-logit/schema.js';

/** Answers on an ordered scale, each given as `outcome`. */
export const orderedLogitFit: FamilyFit<OrderedLogit> = {
  outcomeColumns: () => [['outcome']],
  bind({ decision }, rows) {
    const ids = decision.outcomes.map(({ id }) => id);
    const levels = Int32Array.from(rows.outcomes.outcome!);
    const levelsAt = (at: Int32Array) => taken(levels, at, new Int32Array(at.length));
    requireEveryOutcome(levelsAt(rows.train), ids);
    return {
      equations: [predictorEquation],
      // The thresholds are the constants.
      constants: [],
      hasEqualShares: false,
      kernel: (at) => orderedLogit(levelsAt(at), ids.length),
      observed(asked) {
        const shares = sharesSeen(levels, ids.length, asked, rows.weights);
        return decision.score ? [...shares, meanPoints(shares, decision.score.points, answersOf(asked))] : shares;
      },
      scores(told, byShares) {
        const kernelOf = (level: number) => orderedLogit(new Int32Array(told.at.length).fill(level), ids.length);
        return choiceScores(told, byShares, ids.length, kernelOf, levelsAt(told.at), weightsAt(rows, told.at));
      },
    };

    function answersOf(asked: Int32Array): number {
      return asked.reduce((sum, row) => sum + (rows.weights?.[row] ?? 1), 0);
    }
  },
};

/** The mean points of people with these shares of outcomes, and its error as of independent people. */
function meanPoints(shares: readonly Seen[], points: readonly number[], people: number): Seen {
  const momentOf = (power: number) =>
    shares.reduce((sum, { value }, level) => sum + value * points[level]! ** power, 0);
  const value = momentOf(1);
  return { value, error: Math.sqrt((momentOf(2) - value ** 2) / people) };
}
