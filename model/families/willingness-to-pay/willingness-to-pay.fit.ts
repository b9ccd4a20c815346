import type { FamilyFit } from '../../fitting/family-fit.js';
import type { ObservedValue } from '../../fitting/rows/observed-shares.js';
import type { WillingnessToPay } from './willingness-to-pay.schema.js';
import { startFromConstants } from '../../fitting/start-from-constants.js';
import { spikeLogNormal } from '../../fitting/likelihoods/amounts.js';
import { type Rows, valuesAt } from '../../fitting/rows/rows.js';
import { DataIssues } from '../../authoring/spec-error.js';

interface Intervals {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly weights: Float64Array | undefined;
}

const unknownValue: ObservedValue = { value: NaN, standardError: NaN };
const maxIterations = 10_000;
const convergenceTolerance = 1e-10;

/**
 * Share of respondents who pay more than each price, by Turnbull's nonparametric estimator for interval data. Intervals
 * identify the share at their own ends only, and neither the share that pays nothing nor the mean: these values are
 * NaN. Standard errors are NaN.
 * Source: Turnbull, "The empirical distribution function with arbitrarily grouped, censored and truncated data", JRSS B
 * 38 (1976).
 *
 * @param intervals lower and upper end of each row of the data
 * @param selected positions of the rows
 */
export function observedDemand(
  decision: WillingnessToPay,
  intervals: Intervals,
  selected: Int32Array,
): ObservedValue[] {
  const { ends, shares } = turnbull(intervals, selected);
  const points = decision.curve.prices.map((price): ObservedValue => {
    const at = ends.indexOf(price);
    if (at < 0) return unknownValue;
    const above = shares.slice(at).reduce((sum, share) => sum + share, 0);
    return { value: above, standardError: NaN };
  });
  return [...decision.outcomes.map(() => unknownValue), unknownValue, ...points];
}

/**
 * Cells between neighboring ends, the last one unbounded, and the share of respondents in each: cell k is above
 * `ends[k]`.
 */
function turnbull({ lower, upper, weights }: Intervals, selected: Int32Array): { ends: number[]; shares: number[] } {
  const finite = (values: Float64Array) => Array.from(selected, (row) => values[row]!).filter(Number.isFinite);
  const ends = [...new Set([...finite(lower), ...finite(upper)])].sort((a, b) => a - b);
  const groups = new Map<string, { from: number; to: number; weight: number }>();
  for (const row of selected) {
    const from = ends.indexOf(lower[row]!);
    const to = upper[row] === Infinity ? ends.length : ends.indexOf(upper[row]!);
    const group = groups.get(`${from} ${to}`) ?? { from, to, weight: 0 };
    group.weight += weights?.[row] ?? 1;
    groups.set(`${from} ${to}`, group);
  }
  const totalWeight = [...groups.values()].reduce((sum, { weight }) => sum + weight, 0);
  let shares = ends.map(() => 1 / ends.length);
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const next = ends.map(() => 0);
    for (const { from, to, weight } of groups.values()) {
      const within = shares.slice(from, to).reduce((sum, share) => sum + share, 0);
      for (let cell = from; cell < to; cell++) next[cell]! += ((shares[cell]! / within) * weight) / totalWeight;
    }
    const moved = Math.max(...next.map((share, cell) => Math.abs(share - shares[cell]!)));
    shares = next;
    if (moved < convergenceTolerance) break;
  }
  return { ends, shares };
}

const equations = ['amount', 'zero'];

/** Amounts above `outcome.lower` and up to `outcome.upper`, which is missing if only the lower end is known. */
export const willingnessToPayFit: FamilyFit<WillingnessToPay> = {
  outcomeColumns: () => [['outcome.lower', 'outcome.upper']],
  bind({ decision }, rows) {
    const { lower, upper } = intervalsOf(rows);
    const at = (values: Float64Array, selected: Int32Array) =>
      valuesAt(values, selected, new Float64Array(selected.length));
    const kernel = (selected: Int32Array) => spikeLogNormal(at(lower, selected), at(upper, selected));
    return {
      equations,
      constants: equations,
      hasEqualShares: false,
      kernel,
      // From zeros, the first steps can lead to where no or every respondent has the amount 0: there, the likelihood is flat in the equation of zeros.
      start: (design, selected) => startFromConstants(design, kernel(selected), equations),
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
