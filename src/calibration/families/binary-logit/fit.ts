import { binaryScores } from '../../evidence/binary-scores.js';
import type { FamilyFit, ObservedValue } from '../family-fit.js';
import { requireEveryOutcome } from '../../identification.js';
import { binaryLogit } from '../../kernels/binary-logit.js';
import { type Rows, valuesAt } from '../../rows/rows.js';
import { DataIssues } from '../../spec/spec-error.js';
import type { BinaryLogit } from '../../../engine/families/binary-logit/schema.js';

/**
 * Single responses (`outcome`), or cells of a count table (`outcome.successes` of `outcome.trials`; the second outcome
 * is success).
 */
export const binaryLogitFit: FamilyFit<BinaryLogit> = {
  outcomeColumns: () => [['outcome'], ['outcome.successes', 'outcome.trials']],
  bind({ decision }, rows) {
    const [otherwise, event] = decision.outcomes;
    const { successes, trials } = readTrials(rows);
    requireEveryOutcome(observedOutcomes(rows.train, successes, trials), [otherwise.id, event.id]);
    const countOf = (row: number) => (rows.weights?.[row] ?? 1) * (trials?.[row] ?? 1);
    return {
      equations: [event.id],
      constants: [event.id],
      hasEqualShares: false,
      ...(trials && { trials }),
      kernel: (at) =>
        binaryLogit(
          valuesAt(successes, at, new Float64Array(at.length)),
          trials && valuesAt(trials, at, new Float64Array(at.length)),
        ),
      observed(selected) {
        let [yes, all] = [0, 0];
        for (const row of selected) {
          yes += (rows.weights?.[row] ?? 1) * successes[row]!;
          all += countOf(row);
        }
        const share = yes / all;
        const standardError = Math.sqrt((share * (1 - share)) / all);
        return [1 - share, share].map((value): ObservedValue => ({ value, standardError }));
      },
      scores(predicted, byShares) {
        const { observations } = predicted;
        const weighted = (values: Float64Array | undefined) =>
          Float64Array.from(observations, (row) => (rows.weights?.[row] ?? 1) * (values ? values[row]! : 1));
        const yes = binaryLogit(new Float64Array(observations.length).fill(1));
        return binaryScores(predicted, byShares, yes, weighted(successes), weighted(trials));
      },
    };
  },
};

function readTrials({ outcomes, lines }: Rows): { successes: Float64Array; trials?: Float64Array } {
  if (outcomes.outcome) return { successes: outcomes.outcome };
  const successes = outcomes['outcome.successes']!;
  const trials = outcomes['outcome.trials']!;
  const issues = new DataIssues();
  successes.forEach((yes, row) => {
    const all = trials[row]!;
    if (!(Number.isInteger(all) && all >= 1 && Number.isInteger(yes) && yes >= 0 && yes <= all))
      issues.add(
        lines[row]!,
        '',
        `${yes} successes of ${all} trials: both must be whole numbers, with no more successes than trials`,
      );
  });
  issues.throwIfAny();
  return { successes, trials };
}

/** Outcomes that occur in the training rows: 0 for failure, 1 for success. */
function observedOutcomes(train: Int32Array, successes: Float64Array, trials: Float64Array | undefined): Int32Array {
  const isObserved = [
    train.some((row) => successes[row]! < (trials ? trials[row]! : 1)),
    train.some((row) => successes[row]! > 0),
  ];
  return Int32Array.from([0, 1].filter((outcome) => isObserved[outcome]));
}
