import type { ObservedValue } from '../family-fit.js';
import type { WillingnessToPay } from '../../../engine/families/willingness-to-pay/willingness-to-pay.schema.js';

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
