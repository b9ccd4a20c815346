import { type Seen } from '../family-fit.js';
import { type WillingnessToPay } from '../../../engine/families/willingness-to-pay/schema.js';

interface Intervals {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly weights: Float64Array | undefined;
}

const UNKNOWN: Seen = { value: NaN, error: NaN };
const SWEEPS = 10_000;
const STILL = 1e-10;

/**
 * What share of these people pays more than each price, without a model, by Turnbull's estimate from intervals. Intervals tell it at their
 * own ends only, and never who pays nothing at all or how much people pay in the mean: NaN there. It has no simple error.
 * Source: Turnbull, "The empirical distribution function with arbitrarily grouped, censored and truncated data", JRSS B 38 (1976).
 */
export function demandSeen(decision: WillingnessToPay, intervals: Intervals, asked: Int32Array): Seen[] {
  const { ends, shares } = turnbull(intervals, asked);
  const points = decision.curve.prices.map((price): Seen => {
    const at = ends.indexOf(price);
    if (at < 0) return UNKNOWN;
    const above = shares.slice(at).reduce((sum, share) => sum + share, 0);
    return { value: above, error: NaN };
  });
  return [...decision.outcomes.map(() => UNKNOWN), UNKNOWN, ...points];
}

/** Cells between neighbouring ends, the last without an upper one, and the share of people in each: cell k lies above `ends[k]`. */
function turnbull({ lower, upper, weights }: Intervals, asked: Int32Array): { ends: number[]; shares: number[] } {
  const finite = (values: Float64Array) => Array.from(asked, (row) => values[row]!).filter(Number.isFinite);
  const ends = [...new Set([...finite(lower), ...finite(upper)])].sort((a, b) => a - b);
  const groups = new Map<string, { from: number; to: number; people: number }>();
  for (const row of asked) {
    const from = ends.indexOf(lower[row]!);
    const to = upper[row] === Infinity ? ends.length : ends.indexOf(upper[row]!);
    const group = groups.get(`${from} ${to}`) ?? { from, to, people: 0 };
    group.people += weights?.[row] ?? 1;
    groups.set(`${from} ${to}`, group);
  }
  const all = [...groups.values()].reduce((sum, { people }) => sum + people, 0);
  let shares = ends.map(() => 1 / ends.length);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const next = ends.map(() => 0);
    for (const { from, to, people } of groups.values()) {
      const within = shares.slice(from, to).reduce((sum, share) => sum + share, 0);
      for (let cell = from; cell < to; cell++) next[cell]! += ((shares[cell]! / within) * people) / all;
    }
    const moved = Math.max(...next.map((share, cell) => Math.abs(share - shares[cell]!)));
    shares = next;
    if (moved < STILL) break;
  }
  return { ends, shares };
}
