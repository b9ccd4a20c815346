import { addArrays } from '../math/linear-algebra.js';
import type { CurveSums, FigureMoments } from './errors.js';
import { momentsFrom } from './moments.js';

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
