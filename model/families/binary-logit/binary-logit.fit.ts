import { binaryScores } from '../../fitting/evidence/scores.js';
import type { FamilyFit } from '../../fitting/family-fit.js';
import {
  type ObservedValue,
  combined,
  type Influence,
  influenceBy,
  standardErrorOf,
} from '../../fitting/rows/observed-shares.js';
import { interceptMixture } from '../../fitting/random-intercept.js';
import { requireEveryOutcome } from '../../fitting/identification.js';
import { binaryOutcomes } from '../../fitting/likelihoods/binary-outcomes.js';
import { type Rows, valuesAt } from '../../fitting/rows/rows.js';
import { DataIssues } from '../../authoring/spec-error.js';
import { linkOf } from '../../equations/formulas.js';
import type { BinaryLogit } from './binary-logit.schema.js';

/**
 * Single responses (`outcome`), or cells of a count table (`outcome.successes` of `outcome.trials`; the second outcome
 * is success).
 */
export const binaryLogitFit: FamilyFit<BinaryLogit> = {
  outcomeColumns: () => [['outcome'], ['outcome.successes', 'outcome.trials']],
  bind({ decision }, rows) {
    const [otherwise, event] = decision.outcomes;
    const link = linkOf(decision);
    const { successes, trials } = readTrials(rows);
    const mixture = interceptMixture({ decision, rows, trials });
    requireEveryOutcome(observedOutcomes(rows.train, successes, trials), [otherwise.id, event.id]);
    return {
      equations: [event.id],
      constants: [event.id],
      hasEqualShares: false,
      ...(trials && { trials }),
      ...(mixture && { mixture }),
      kernel: (at) =>
        binaryOutcomes(
          valuesAt(successes, at, new Float64Array(at.length)),
          trials && valuesAt(trials, at, new Float64Array(at.length)),
          link,
        ),
      observed(selected) {
        return observedCells({ successes, trials, rows }, selected);
      },
      scores(predicted, byShares) {
        const { observations } = predicted;
        const weighted = (values: Float64Array | undefined) =>
          Float64Array.from(observations, (row) => (rows.weights?.[row] ?? 1) * (values ? values[row]! : 1));
        const yes = binaryOutcomes(new Float64Array(observations.length).fill(1), undefined, link);
        return binaryScores(predicted, byShares, yes, weighted(successes), weighted(trials));
      },
    };
  },
};

interface Cells {
  readonly successes: Float64Array;
  readonly trials: Float64Array | undefined;
  readonly rows: Rows;
}

/** Shares of failures and successes. The trials of a cell are separate respondents, unless the data contain groups. */
function observedCells({ successes, trials, rows }: Cells, selected: Int32Array): ObservedValue[] {
  const weightOf = (row: number) => rows.weights?.[row] ?? 1;
  const trialsOf = (row: number) => trials?.[row] ?? 1;
  let [yes, all] = [0, 0];
  for (const row of selected) {
    yes += weightOf(row) * successes[row]!;
    all += weightOf(row) * trialsOf(row);
  }
  const share = yes / all;
  const influence: Influence =
    trials && !rows.hasGroups
      ? { byCluster: new Map(), separateVariance: separateVariance() }
      : influenceBy(rows, selected, (row) => (weightOf(row) * (successes[row]! - share * trialsOf(row))) / all);
  const standardError = standardErrorOf(influence);
  return [
    { value: 1 - share, standardError, influence: combined([[influence, -1]]) },
    { value: share, standardError, influence },
  ];

  function separateVariance(): number {
    return selected.reduce((sum, row) => {
      const squares = successes[row]! * (1 - share) ** 2 + (trialsOf(row) - successes[row]!) * share ** 2;
      return sum + (weightOf(row) ** 2 / (rows.frequencies?.[row] ?? 1)) * (squares / all ** 2);
    }, 0);
  }
}

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

function observedOutcomes(train: Int32Array, successes: Float64Array, trials: Float64Array | undefined): Int32Array {
  const isObserved = [
    train.some((row) => successes[row]! < (trials ? trials[row]! : 1)),
    train.some((row) => successes[row]! > 0),
  ];
  return Int32Array.from([0, 1].filter((outcome) => isObserved[outcome]));
}
