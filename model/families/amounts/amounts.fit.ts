import type { FamilyFit } from '../../fitting/family-fit.js';
import { distanceScores } from '../../fitting/evidence/scores.js';
import { gammaAmounts } from '../../fitting/likelihoods/amounts.js';
import { startFromConstants } from '../../fitting/start-from-constants.js';
import { observedMean, observedShares } from '../../fitting/rows/observed-shares.js';
import { type Rows, valuesAt } from '../../fitting/rows/rows.js';
import { DataIssues } from '../../authoring/spec-error.js';
import type { Amounts } from './amounts.schema.js';

/** Amounts, given as `outcome`. */
export const amountsFit: FamilyFit<Amounts> = {
  outcomeIsNumber: true,
  outcomeColumns: () => [['outcome']],
  bind({ decision }, rows) {
    const hasZero = decision.terms.some(({ equation }) => equation === 'zero');
    const amounts = amountsOf(rows, hasZero);
    const amountsAt = (at: Int32Array) => valuesAt(amounts, at, new Float64Array(at.length));
    const band = Int32Array.from(amounts, (amount) =>
      hasZero && amount === 0 ? 0 : decision.outcomes.findLastIndex(({ from }) => amount >= from),
    );
    const equations = hasZero ? ['amount', 'zero'] : ['amount'];
    const kernel = (at: Int32Array) => gammaAmounts(amountsAt(at), hasZero);
    return {
      equations,
      constants: equations,
      hasEqualShares: false,
      kernel,
      // From a mean of 1, the slopes of amounts of a million are equal but for rounding errors.
      start: (design, at) => startFromConstants(design, kernel(at), equations),
      observed: (selected) => [
        ...observedShares(band, decision.outcomes.length, selected, rows),
        observedMean(amounts, selected, rows),
      ],
      scores: distanceScores(amountsAt, rows, (of) => {
        const means = of.predictors(0).map(Math.exp);
        if (!hasZero) return means;
        const zero = of.predictors(1);
        return means.map((mean, row) => mean / (1 + Math.exp(zero[row]!)));
      }),
    };
  },
};

function amountsOf({ outcomes, lines }: Rows, hasZero: boolean): Float64Array {
  const amounts = outcomes.outcome!;
  const issues = new DataIssues();
  amounts.forEach((amount, row) => {
    if (!(Number.isFinite(amount) && (hasZero ? amount >= 0 : amount > 0)))
      issues.add(
        lines[row]!,
        '',
        hasZero
          ? `an amount must be a number of at least 0; the value is ${amount}`
          : `an amount must be a number above 0, because no term has the equation "zero"; the value is ${amount}`,
      );
  });
  issues.throwIfAny();
  return amounts;
}
