import type { FigureMoments, Moments } from './errors.js';
import type { GroupRows } from './rows-by-group.js';
import { smallGroupSize } from './small-group-size.js';

/** Values of a figure, one per agent. */
export interface FigureValues {
  readonly scenario: ArrayLike<number>;
  readonly baseline: ArrayLike<number>;
}

/** Sums over agents of the points of curves, which are shares. It adds all points of an agent in one loop, unlike {@link momentsByGroup}. */
export class CurveSums {
  private count = 0;
  private readonly sums: Readonly<Record<'s' | 'ss' | 'b' | 'bb' | 'dd', Float64Array>>;

  constructor(private readonly points: number) {
    const zeros = () => new Float64Array(points);
    this.sums = { s: zeros(), ss: zeros(), b: zeros(), bb: zeros(), dd: zeros() };
  }

  /** Adds the points of one agent, which start at index `at` of both arrays. */
  add(scenario: Float64Array, baseline: Float64Array, at: number): void {
    const { s, ss, b, bb, dd } = this.sums;
    this.count++;
    for (let point = 0; point < this.points; point++) {
      const own = scenario[at + point]!;
      const other = baseline[at + point]!;
      s[point] = s[point]! + own;
      ss[point] = ss[point]! + own * own;
      b[point] = b[point]! + other;
      bb[point] = bb[point]! + other * other;
      dd[point] = dd[point]! + (own - other) * (own - other);
    }
  }

  moments(): FigureMoments[] {
    const { count, sums } = this;
    const moments = (sum: number, squares: number): Moments => {
      const variance = count > 1 ? Math.max(0, (squares - (sum * sum) / count) / (count - 1)) : 0;
      const isKnown = count >= smallGroupSize || variance > 0;
      return { mean: sum / count, deviation: isKnown ? Math.sqrt(variance) : null };
    };
    return Array.from(sums.s, (s, point) => ({
      scenario: moments(s, sums.ss[point]!),
      baseline: moments(sums.b[point]!, sums.bb[point]!),
      difference: moments(s - sums.b[point]!, sums.dd[point]!),
    }));
  }
}

/** Means and standard deviations of a figure by group. Groups without agents have no mean: NaN. */
export function momentsByGroup(values: FigureValues, { rows, starts }: GroupRows): FigureMoments[] {
  return Array.from({ length: starts.length - 1 }, (_, group) =>
    momentsOf(values, rows, starts[group]!, starts[group + 1]!),
  );
}

/**
 * Moments of a figure over the agents `rows[start]` to `rows[end - 1]`. Values are measured from the first value, so that identical values
 * have a deviation of exactly 0.
 */
function momentsOf({ scenario, baseline }: FigureValues, rows: Int32Array, start: number, end: number): FigureMoments {
  const first = rows[start]!;
  const scenarioOrigin = scenario[first]!;
  const baselineOrigin = baseline[first]!;
  let [s, ss, b, bb, dd] = [0, 0, 0, 0, 0];
  for (let at = start; at < end; at++) {
    const row = rows[at]!;
    const own = scenario[row]! - scenarioOrigin;
    const other = baseline[row]! - baselineOrigin;
    s += own;
    ss += own * own;
    b += other;
    bb += other * other;
    dd += (own - other) * (own - other);
  }
  const count = end - start;
  const moments = (origin: number, sum: number, squares: number): Moments => {
    const variance = count > 1 ? Math.max(0, (squares - (sum * sum) / count) / (count - 1)) : 0;
    const isKnown = count >= smallGroupSize || variance > 0;
    return { mean: origin + sum / count, deviation: isKnown ? Math.sqrt(variance) : null };
  };
  return {
    scenario: moments(scenarioOrigin, s, ss),
    baseline: moments(baselineOrigin, b, bb),
    difference: moments(scenarioOrigin - baselineOrigin, s - b, dd),
  };
}

/**
 * Returns the quantile at a probability, by linear interpolation between the two nearest values.
 *
 * @param sorted values in ascending order
 */
export function quantileOfSorted(sorted: ArrayLike<number>, probability: number): number {
  const position = probability * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below]!;
  return low + (position - below) * ((sorted[below + 1] ?? low) - low);
}
