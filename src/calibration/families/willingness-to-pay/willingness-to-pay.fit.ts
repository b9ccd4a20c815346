import type { FamilyFit } from '../family-fit.js';
import { spikeLogNormal } from '../../kernels/spike-log-normal.js';
import { type Rows, valuesAt } from '../../rows/rows.js';
import { DataIssues } from '../../recipe/recipe-error.js';
import { observedDemand } from './observed-demand.js';
import type { WillingnessToPay } from '../../../engine/families/willingness-to-pay/willingness-to-pay.schema.js';

/** Amounts above `outcome.lower` and up to `outcome.upper`, which is missing if only the lower end is known. */
export const willingnessToPayFit: FamilyFit<WillingnessToPay> = {
  outcomeColumns: () => [['outcome.lower', 'outcome.upper']],
  bind({ decision }, rows) {
    const { lower, upper } = intervalsOf(rows);
    const at = (values: Float64Array, selected: Int32Array) =>
      valuesAt(values, selected, new Float64Array(selected.length));
    return {
      equations: ['amount', 'zero'],
      constants: ['amount', 'zero'],
      hasEqualShares: false,
      kernel: (selected) => spikeLogNormal(at(lower, selected), at(upper, selected)),
      observed: (selected) => observedDemand(decision, { lower, upper, weights: rows.weights }, selected),
      scores: () => [],
    };
  },
};

function intervalsOf({ outcomes, lines }: Rows): { lower: Float64Array; upper: Float64Array } {
  const lower = outcomes['outcome.lower']!;
  const upper = outcomes['outcome.upper']!.map((end) => (Number.isNaN(end) ? Infinity : end));
  const issues = new DataIssues();
  lower.forEach((from, row) => {
    if (!(from >= 0 && upper[row]! > from))
      issues.add(
        lines[row]!,
        '',
        `the interval from ${from} to ${upper[row]} must start at 0 or more and end above its start`,
      );
  });
  issues.throwIfAny();
  return { lower, upper };
}
