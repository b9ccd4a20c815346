import { type FamilyFit } from '../family-fit.js';
import { spikeLogNormal } from '../../kernels/spike-log-normal.js';
import { type Rows, taken } from '../../rows/rows.js';
import { DataIssues } from '../../spec/spec-error.js';
import { demandSeen } from './demand-seen.js';
import { type WillingnessToPay } from '../../../engine/families/willingness-to-pay/schema.js';

/** Amounts known to lie above `outcome.lower` and up to `outcome.upper`, which is missing where only the lower end is known. */
export const willingnessToPayFit: FamilyFit<WillingnessToPay> = {
  outcomeColumns: () => [['outcome.lower', 'outcome.upper']],
  bind({ decision }, rows) {
    const { lower, upper } = intervalsOf(rows);
    const at = (values: Float64Array, which: Int32Array) => taken(values, which, new Float64Array(which.length));
    return {
      equations: ['amount', 'zero'],
      constants: ['amount', 'zero'],
      hasEqualShares: false,
      kernel: (which) => spikeLogNormal(at(lower, which), at(upper, which)),
      observed: (asked) => demandSeen(decision, { lower, upper, weights: rows.weights }, asked),
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
      issues.add(lines[row]!, '', `an amount lies above ${from} and up to ${upper[row]}: from 0, and upwards`);
  });
  issues.throwAny();
  return { lower, upper };
}
