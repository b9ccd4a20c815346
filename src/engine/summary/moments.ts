import type { FigureMoments, Moments } from './errors.js';
import { smallGroupSize } from './small-group-size.js';

/** Values of a figure, one per agent. */
export interface FigureValues {
  readonly scenario: ArrayLike<number>;
  readonly baseline: ArrayLike<number>;
}

/**
 * Sums over the agents of groups, from which means and standard deviations follow. Values are measured from the first value of each group, so
 * that identical values have a deviation of exactly 0.
 */
export class MomentSums {
  private readonly counts: Uint32Array;
  private readonly sums: Float64Array;

  constructor(readonly groups: number) {
    this.counts = new Uint32Array(groups);
    // Origin of the scenario and of the baseline, then the sums of s, s², b, b² and (s - b)².
    this.sums = new Float64Array(groups * 7);
  }

  /** Adds one agent. */
  add(group: number, scenario: number, baseline: number): void {
    const at = group * 7;
    const { sums } = this;
    if (this.counts[group] === 0) {
      sums[at] = scenario;
      sums[at + 1] = baseline;
    }
    this.counts[group] = this.counts[group]! + 1;
    const s = scenario - sums[at]!;
    const b = baseline - sums[at + 1]!;
    sums[at + 2] = sums[at + 2]! + s;
    sums[at + 3] = sums[at + 3]! + s * s;
    sums[at + 4] = sums[at + 4]! + b;
    sums[at + 5] = sums[at + 5]! + b * b;
    sums[at + 6] = sums[at + 6]! + (s - b) * (s - b);
  }

  momentsOf(group: number): FigureMoments {
    const at = group * 7;
    const count = this.counts[group]!;
    const [scenarioOrigin, baselineOrigin, s, ss, b, bb, dd] = this.sums.subarray(at, at + 7) as unknown as Seven;
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
}

/** Sums over agents of the points of curves, which are shares. It adds all points of an agent in one loop, unlike {@link MomentSums}. */
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

type Seven = readonly [number, number, number, number, number, number, number];

/**
 * Means and standard deviations of a figure by group.
 *
 * @param groupOf group of each agent; -1 for agents in no group
 */
export function momentsByGroup(
  { scenario, baseline }: FigureValues,
  groupOf: ArrayLike<number>,
  groups: number,
): MomentSums {
  const sums = new MomentSums(groups);
  for (let row = 0; row < groupOf.length; row++) {
    if (groupOf[row]! >= 0) sums.add(groupOf[row]!, scenario[row]!, baseline[row]!);
  }
  return sums;
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
