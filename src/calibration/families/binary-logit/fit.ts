import { binaryScores } from '../../evidence/binary-scores.js';
import { type FamilyFit, type Seen } from '../family-fit.js';
import { requireEveryOutcome } from '../../identification.js';
import { binaryLogit } from '../../kernels/binary-logit.js';
import { type Rows, taken } from '../../rows/rows.js';
import { DataIssues } from '../../spec/spec-error.js';
import { type BinaryLogit } from '../../../engine/families/binary-logit/schema.js';

/** Answers one by one (`outcome`), or cells of a count table (`outcome.successes` of `outcome.trials`, the second outcome being success). */
export const binaryLogitFit: FamilyFit<BinaryLogit> = {
  outcomeColumns: () => [['outcome'], ['outcome.successes', 'outcome.trials']],
  bind({ decision }, rows) {
    const [otherwise, event] = decision.outcomes;
    const { successes, trials } = answersOf(rows);
    requireEveryOutcome(eachOutcome(rows.train, successes, trials), [otherwise.id, event.id]);
    const countOf = (row: number) => (rows.weights?.[row] ?? 1) * (trials?.[row] ?? 1);
    return {
      equations: [event.id],
      constants: [event.id],
      hasEqualShares: false,
      ...(trials && { trials }),
      kernel: (at) =>
        binaryLogit(
          taken(successes, at, new Float64Array(at.length)),
          trials && taken(trials, at, new Float64Array(at.length)),
        ),
      observed(asked) {
        let [yes, all] = [0, 0];
        for (const row of asked) {
          yes += (rows.weights?.[row] ?? 1) * successes[row]!;
          all += countOf(row);
        }
        const share = yes / all;
        const error = Math.sqrt((share * (1 - share)) / all);
        return [1 - share, share].map((value): Seen => ({ value, error }));
      },
      scores(told, byShares) {
        const { at } = told;
        const weighted = (values: Float64Array | undefined) =>
          Float64Array.from(at, (row) => (rows.weights?.[row] ?? 1) * (values ? values[row]! : 1));
        const yes = binaryLogit(new Float64Array(at.length).fill(1));
        return binaryScores(told, byShares, yes, weighted(successes), weighted(trials));
      },
    };
  },
};

function answersOf({ outcomes, lines }: Rows): { successes: Float64Array; trials?: Float64Array } {
  if (outcomes.outcome) return { successes: outcomes.outcome };
  const successes = outcomes['outcome.successes']!;
  const trials = outcomes['outcome.trials']!;
  const issues = new DataIssues();
  successes.forEach((yes, row) => {
    const all = trials[row]!;
    if (!(Number.isInteger(all) && all >= 1 && Number.isInteger(yes) && yes >= 0 && yes <= all))
      issues.add(lines[row]!, '', `${yes} successes of ${all} trials: whole numbers, no more successes than trials`);
  });
  issues.throwAny();
  return { successes, trials };
}

/** 0 where somebody of a row said no, 1 where somebody said yes. */
function eachOutcome(train: Int32Array, successes: Float64Array, trials: Float64Array | undefined): Int32Array {
  const isSeen = [
    train.some((row) => successes[row]! < (trials ? trials[row]! : 1)),
    train.some((row) => successes[row]! > 0),
  ];
  return Int32Array.from([0, 1].filter((outcome) => isSeen[outcome]));
}
