import {
  copyGroups,
  kernel,
  type Kernel,
  maxKernelAlternatives,
  maxKernelGroups,
  maxKernelRows,
  maxKernelSums,
} from '../kernel/kernel.js';
import type { FigureMoments, Moments, CurveSums } from './errors.js';
import { addArrays } from '../math/linear-algebra.js';

/** Groups with fewer agents are flagged as small: their intervals are too wide for most conclusions. */
export const smallGroupSize = 30;

/** Values of a figure, one per agent. */
export interface FigureValues {
  readonly scenario: Float64Array;
  readonly baseline: Float64Array;
}

/** A division of agents into groups. */
export interface GroupCodes {
  /** Group of each agent; -1 for agents in no group. */
  readonly groupOf: ArrayLike<number>;
  readonly groups: number;
}

/**
 * Means and standard deviations of figures by group: `[grouping][group][figure]`. Groups without agents have no mean: NaN.
 */
export function momentsByGroups(
  figures: readonly FigureValues[],
  groupings: readonly GroupCodes[],
): FigureMoments[][][] {
  return momentSumsByGroups(figures, groupings).map((sums) => momentsOfSums(sums, figures.length));
}

/**
 * Numbers of each figure of each group in the sums. These are the values of the group's first agent (scenario, baseline), the sums (scenario,
 * baseline), the sums of squares (scenario, baseline), the sum of squares of the differences, and, for the first figure only, the number of
 * agents.
 */
const sumsPerFigure = 8;

/**
 * Sums by grouping, from which {@link momentsOfSums} computes moments. Values are measured from those of the group's first agent, so that
 * identical values have a deviation of exactly 0.
 */
export function momentSumsByGroups(figures: readonly FigureValues[], groupings: readonly GroupCodes[]): Float64Array[] {
  const agents = figures[0]!.scenario.length;
  const sums = groupings.map(({ groups }) => new Float64Array(groups * figures.length * sumsPerFigure));
  const own = figures.length <= maxKernelAlternatives ? kernel() : undefined;
  for (let from = 0; from < agents; from += maxKernelRows) {
    const to = Math.min(from + maxKernelRows, agents);
    if (own) copyFigures(own, figures, from, to);
    groupings.forEach(({ groupOf, groups }, k) => {
      if (own && groups <= maxKernelGroups && sums[k]!.length <= maxKernelSums) {
        copyGroups(own, groupOf, from, to);
        own.sums.set(sums[k]!);
        own.addMoments(figures.length, to - from);
        sums[k]!.set(own.sums.subarray(0, sums[k]!.length));
      } else {
        addMoments(figures, groupOf, from, to, sums[k]!);
      }
    });
  }
  return sums;
}

/** Means and standard deviations by group and figure. */
export function momentsOfSums(sums: Float64Array, figures: number): FigureMoments[][] {
  const groups = sums.length / (figures * sumsPerFigure);
  return Array.from({ length: groups }, (_, group) => momentsOfGroup(sums, group, figures));
}

/** Adds the sums of parts of the agents, in the order of the parts. The first part with agents of a group determines the origin. */
export function addMomentSums(parts: readonly Float64Array[], figures: number): Float64Array {
  const total = parts[0]!.slice();
  const size = figures * sumsPerFigure;
  for (const part of parts.slice(1)) {
    for (let start = 0; start < total.length; start += size) {
      const count = part[start + 7]!;
      if (count === 0) continue;
      if (total[start + 7] === 0) {
        total.set(part.subarray(start, start + size), start);
        continue;
      }
      total[start + 7] = total[start + 7]! + count;
      for (let at = start; at < start + size; at += sumsPerFigure) addFigure(total, part, at, count);
    }
  }
  return total;
}

/** Adds the sums of one figure. Its values are measured from another origin in the part than in the total. */
function addFigure(total: Float64Array, part: Float64Array, at: number, count: number): void {
  const [, , sum, baselineSum, squares, baselineSquares, differenceSquares] = part.subarray(at, at + sumsPerFigure);
  const shift = part[at]! - total[at]!;
  const baselineShift = part[at + 1]! - total[at + 1]!;
  const shifted = (ofSquares: number, ofValues: number, by: number) => ofSquares + 2 * by * ofValues + count * by * by;
  total[at + 2] = total[at + 2]! + sum! + count * shift;
  total[at + 3] = total[at + 3]! + baselineSum! + count * baselineShift;
  total[at + 4] = total[at + 4]! + shifted(squares!, sum!, shift);
  total[at + 5] = total[at + 5]! + shifted(baselineSquares!, baselineSum!, baselineShift);
  total[at + 6] = total[at + 6]! + shifted(differenceSquares!, sum! - baselineSum!, shift - baselineShift);
}

/** Means and standard deviations of a figure over all agents. */
export function momentsOfAll(values: FigureValues): FigureMoments {
  return momentsByGroups([values], [{ groupOf: new Uint8Array(values.scenario.length), groups: 1 }])[0]![0]![0]!;
}

function copyFigures({ utilities, errors }: Kernel, figures: readonly FigureValues[], from: number, to: number): void {
  figures.forEach(({ scenario, baseline }, figure) => {
    utilities.set(scenario.subarray(from, to), figure * maxKernelRows);
    errors.set(baseline.subarray(from, to), figure * maxKernelRows);
  });
}

/** Adds the agents [from, to) to the sums of their groups, in the order of the agents. */
function addMoments(
  figures: readonly FigureValues[],
  groupOf: ArrayLike<number>,
  from: number,
  to: number,
  sums: Float64Array,
): void {
  for (let row = from; row < to; row++) {
    const group = groupOf[row]!;
    if (group < 0) continue;
    let at = group * figures.length * sumsPerFigure;
    const isFirst = sums[at + 7] === 0;
    sums[at + 7] = sums[at + 7]! + 1;
    for (const { scenario, baseline } of figures) {
      if (isFirst) {
        sums[at] = scenario[row]!;
        sums[at + 1] = baseline[row]!;
      }
      const own = scenario[row]! - sums[at]!;
      const other = baseline[row]! - sums[at + 1]!;
      sums[at + 2] = sums[at + 2]! + own;
      sums[at + 3] = sums[at + 3]! + other;
      sums[at + 4] = sums[at + 4]! + own * own;
      sums[at + 5] = sums[at + 5]! + other * other;
      sums[at + 6] = sums[at + 6]! + (own - other) * (own - other);
      at += sumsPerFigure;
    }
  }
}

function momentsOfGroup(sums: Float64Array, group: number, figures: number): FigureMoments[] {
  const start = group * figures * sumsPerFigure;
  const count = sums[start + 7]!;
  return Array.from({ length: figures }, (_, figure) => {
    const at = start + figure * sumsPerFigure;
    const [scenario, baseline, sum, baselineSum] = [sums[at]!, sums[at + 1]!, sums[at + 2]!, sums[at + 3]!];
    return {
      scenario: momentsFrom(scenario, sum, sums[at + 4]!, count),
      baseline: momentsFrom(baseline, baselineSum, sums[at + 5]!, count),
      difference: momentsFrom(scenario - baseline, sum - baselineSum, sums[at + 6]!, count),
    };
  });
}

/** Moments of `count` values, from the sum and the sum of squares of their distances from an origin. */
export function momentsFrom(origin: number, sum: number, squares: number, count: number): Moments {
  const variance = count > 1 ? Math.max(0, (squares - (sum * sum) / count) / (count - 1)) : 0;
  const isKnown = count >= smallGroupSize || variance > 0;
  return { mean: origin + sum / count, deviation: isKnown ? Math.sqrt(variance) : null };
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

export function emptyCurveSums(points: number): CurveSums {
  const zeros = () => new Float64Array(points);
  return {
    agents: 0,
    scenario: zeros(),
    scenarioSquares: zeros(),
    baseline: zeros(),
    baselineSquares: zeros(),
    differenceSquares: zeros(),
  };
}

/**
 * Adds the points of one agent, which start at index `at` of both arrays. It adds all points of an agent in one loop, unlike
 * `momentsByGroups`.
 */
export function addCurves(sums: CurveSums, scenario: Float64Array, baseline: Float64Array, at: number): void {
  const { scenario: s, scenarioSquares: ss, baseline: b, baselineSquares: bb, differenceSquares: dd } = sums;
  sums.agents++;
  for (let point = 0; point < s.length; point++) {
    const own = scenario[at + point]!;
    const other = baseline[at + point]!;
    s[point] = s[point]! + own;
    ss[point] = ss[point]! + own * own;
    b[point] = b[point]! + other;
    bb[point] = bb[point]! + other * other;
    dd[point] = dd[point]! + (own - other) * (own - other);
  }
}

/** Adds the sums of parts of the agents, in the order of the parts. */
export function addCurveSums(parts: readonly CurveSums[]): CurveSums {
  const add = (read: (part: CurveSums) => Float64Array) => addArrays(parts.map(read));
  return {
    agents: parts.reduce((sum, { agents }) => sum + agents, 0),
    scenario: add(({ scenario }) => scenario),
    scenarioSquares: add(({ scenarioSquares }) => scenarioSquares),
    baseline: add(({ baseline }) => baseline),
    baselineSquares: add(({ baselineSquares }) => baselineSquares),
    differenceSquares: add(({ differenceSquares }) => differenceSquares),
  };
}

export function curveMoments(sums: CurveSums): FigureMoments[] {
  const { agents, baseline } = sums;
  return Array.from(sums.scenario, (scenario, point) => ({
    scenario: momentsFrom(0, scenario, sums.scenarioSquares[point]!, agents),
    baseline: momentsFrom(0, baseline[point]!, sums.baselineSquares[point]!, agents),
    difference: momentsFrom(0, scenario - baseline[point]!, sums.differenceSquares[point]!, agents),
  }));
}
