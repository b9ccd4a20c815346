import { solveLinear } from '../../math/linear-algebra.js';
import type { ErrorParts } from '../../summary/errors.js';
import type { Interval } from '../../summary/intervals.js';
import type { Evaluation, GoalEvaluator, GoalFigures } from './goal-evaluator.js';

/** The conditions that determine the solution of a goal. */
export interface SolutionConditions {
  readonly at: readonly number[];
  /** Sign with which the objective is maximized; 0 if it is not, because it has a target. */
  readonly sign: number;
  /** Positions of the quantities with a fixed value at the solution: the target, and the constraints at their limit. */
  readonly fixed: readonly number[];
  readonly widths: readonly number[];
  /** Distance of each parameter for differences, relative to the width. */
  readonly steps: readonly number[];
}

export interface ArgumentErrors {
  readonly interval: Interval | null;
  readonly errors: ErrorParts | null;
}

const unknown: ArgumentErrors = { interval: null, errors: null };
/** Agents from which derivatives with respect to the coefficients are computed. */
export const solutionGradientAgents = 2_000;

/**
 * Errors of one free parameter or of several: how the solution moves with the quantities, from the implicit function theorem. At the
 * solution, L = F + Σ λ·g has no slope in the free parameters, and each fixed quantity g has its value. A change of the quantities therefore
 * moves the parameters x by the solution of [L_xx, Jᵗ; J, 0]·[dx; dλ] = -[dL_x; dg]. The derivatives are central differences of the same
 * agents. Source: Fiacco, "Sensitivity analysis for nonlinear programming using penalty methods", Mathematical Programming 10 (1976).
 *
 * @param free positions of the parameters that are not at a bound, at least one
 * @param allowed lowest and highest value that each parameter can have
 * @returns by position in `free`; the interval is around `at`, or around the maximum that the slope and curvature predict
 */
export function argumentErrors(
  evaluator: GoalEvaluator,
  figures: GoalFigures,
  { at, sign, fixed, widths, steps }: SolutionConditions,
  free: readonly number[],
  allowed: readonly (readonly [number, number])[],
): ArgumentErrors[] {
  const h = free.map((k) => widths[k]! * steps[k]!);
  const center = at.map((x, k) => {
    const step = widths[k]! * steps[k]!;
    return free.includes(k) ? Math.min(allowed[k]![1] - step, Math.max(allowed[k]![0] + step, x)) : x;
  });
  const n = free.length;
  const stencil = stencilOf(n);
  const points = stencil.map((offsets) => {
    const moved = center.map((x, k) => {
      const position = free.indexOf(k);
      return position < 0 ? x : x + offsets[position]! * h[position]!;
    });
    return evaluator.evaluate(moved, solutionGradientAgents);
  });
  const slopes = free.map((_, k) => slopeWeights(stencil, k, h[k]!));
  const along = (weights: readonly number[], quantity: number) =>
    points.reduce((sum, point, s) => sum + weights[s]! * point.means[quantity]!, 0);
  const jacobian = fixed.map((quantity) => slopes.map((weights) => along(weights, quantity)));
  const curvatureOf = (quantity: number, i: number, j: number) => along(curvatureWeights(stencil, i, j, h), quantity);
  const slope = slopes.map((weights, k) => (sign === 0 ? -2 * pullOf(at, k) : sign * along(weights, 0)));
  const multipliers = multipliersOf(jacobian, slope);
  const curvature = free.map((_, i) =>
    free.map((_own, j) => {
      const own = sign === 0 ? (i === j ? -2 / widths[free[i]!]! ** 2 : 0) : sign * curvatureOf(0, i, j);
      return fixed.reduce((sum, quantity, c) => sum + multipliers[c]! * curvatureOf(quantity, i, j), own);
    }),
  );
  if (fixed.length === 0 && !isMaximum(curvature)) return free.map(() => (n === 1 ? atEnd() : unknown));
  const size = n + fixed.length;
  const matrix = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_own, j) => {
      if (i < n && j < n) return curvature[i]![j]!;
      if (i < n) return jacobian[j - n]![i]!;
      return j < n ? jacobian[i - n]![j]! : 0;
    }),
  );
  const centerIndex = stencil.findIndex((offsets) => offsets.every((offset) => offset === 0));
  return free.map((position, k) => {
    // Row k of the inverse, because the matrix is symmetric.
    const row = solveLinear(
      matrix,
      Array.from({ length: size }, (_, i) => Number(i === k)),
    );
    if (!row) return unknown;
    const weights = stencil.map((_, s) => {
      const own = new Map<number, number>();
      const add = (quantity: number, weight: number) => own.set(quantity, (own.get(quantity) ?? 0) - weight);
      slopes.forEach((slopeWeight, j) => {
        if (sign !== 0) add(0, row[j]! * slopeWeight[s]! * sign);
        fixed.forEach((quantity, c) => add(quantity, row[j]! * slopeWeight[s]! * multipliers[c]!));
      });
      if (s === centerIndex) fixed.forEach((quantity, c) => add(quantity, row[n + c]!));
      return own;
    });
    const figure = combined(figures, points, weights);
    const model = modelPart(figures, evaluator, points[centerIndex]!, fixed, n, weights[centerIndex]!);
    const population = populationPart(figure.errors.population, figures, evaluator, fixed, row.slice(n));
    const errors: ErrorParts = { ...figure.errors, population, model };
    const value = fixed.length === 0 ? newtonPoint(center, free, curvature, slope, k) : at[position]!;
    if (errors.simulation === null) return { interval: null, errors };
    const margin = marginOf(figures, errors);
    return { interval: [value - margin, value + margin], errors };
  });

  /** Without a maximum, the best value is an end: for certain, if the slope is greater than its error. */
  function atEnd(): ArgumentErrors {
    const weights = slopes[0]!.map((weight) => new Map([[0, weight]]));
    const { errors } = combined(figures, points, weights);
    const isCertain = errors.simulation !== null && Math.abs(slope[0]!) > marginOf(figures, errors);
    const value = at[free[0]!]!;
    return isCertain ? { interval: [value, value], errors: null } : unknown;
  }

  function pullOf(values: readonly number[], k: number): number {
    const position = free[k]!;
    const start = evaluator.agents.task.scenario[evaluator.request.parameters[position]!.name];
    return (values[position]! - Number(start)) / widths[position]! ** 2;
  }
}

/** Half of the width of the interval with the known errors. */
const marginOf = (figures: GoalFigures, errors: ErrorParts) =>
  figures.quantile(errors) * Math.hypot(...Object.values(errors).filter((part): part is number => part !== null));

/** The combination of the values of each agent at the points of the stencil, with its errors. */
function combined(figures: GoalFigures, points: readonly Evaluation[], weights: readonly Map<number, number>[]) {
  const values = new Float64Array(points[0]!.byAgent[0]!.length);
  const gradient = new Float64Array(points[0]!.gradients?.[0]?.length ?? 0);
  points.forEach((point, s) =>
    weights[s]!.forEach((weight, quantity) => {
      const own = point.byAgent[quantity]!;
      for (let row = 0; row < values.length; row++) values[row] = values[row]! + weight * own[row]!;
      const slope = point.gradients?.[quantity];
      for (let k = 0; k < gradient.length; k++) gradient[k] = gradient[k]! + weight * slope![k]!;
    }),
  );
  return figures.ofValues(values, gradient);
}

/** Only a single parameter that one fixed quantity determines has a model error: the model says nothing about the error of slopes. */
function modelPart(
  figures: GoalFigures,
  evaluator: GoalEvaluator,
  center: Evaluation,
  fixed: readonly number[],
  parameters: number,
  weights: Map<number, number>,
): number | null {
  const [quantity] = fixed;
  if (quantity === undefined || fixed.length !== 1 || parameters !== 1) return null;
  const { errors } = figures.of(evaluator.quantities[quantity]!, quantity, center);
  return errors.model === null ? null : Math.abs(weights.get(quantity) ?? 0) * errors.model;
}

/**
 * A gap between the population and the data shifts the values of the fixed quantities.
 *
 * @param slopes derivatives of the parameter with respect to each fixed quantity
 */
function populationPart(
  ofAgents: number | null,
  figures: GoalFigures,
  { quantities }: GoalEvaluator,
  fixed: readonly number[],
  slopes: readonly number[],
): number | null {
  if (ofAgents === null) return null;
  return Math.hypot(ofAgents, ...fixed.map((quantity, k) => slopes[k]! * figures.gapOf(quantities[quantity]!)));
}

/** Offsets of the points, in steps: center and both sides; for two parameters also two corners, for the mixed derivative. */
function stencilOf(parameters: number): number[][] {
  if (parameters === 1) return [[0], [1], [-1]];
  return [
    [0, 0],
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
    [1, 1],
    [-1, -1],
  ];
}

/** Weights of the points in the derivative with respect to one parameter. */
function slopeWeights(stencil: readonly number[][], parameter: number, step: number): number[] {
  return stencil.map((offsets) => {
    const others = offsets.some((offset, k) => k !== parameter && offset !== 0);
    return others ? 0 : offsets[parameter]! / (2 * step);
  });
}

function curvatureWeights(stencil: readonly number[][], i: number, j: number, h: readonly number[]): number[] {
  return stencil.map((offsets) => {
    const moved = offsets.filter((offset) => offset !== 0).length;
    if (i === j) {
      if (moved === 0) return -2 / h[i]! ** 2;
      return moved === 1 && offsets[i] !== 0 ? 1 / h[i]! ** 2 : 0;
    }
    return (moved === 0 ? 2 : moved === 1 ? -1 : 1) / (2 * h[i]! * h[j]!);
  });
}

/** Multipliers λ with slope + Jᵗ·λ = 0 in the sense of least squares. */
function multipliersOf(jacobian: readonly (readonly number[])[], slope: readonly number[]): number[] {
  if (jacobian.length === 0) return [];
  const product = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, k) => sum + value * b[k]!, 0);
  const normal = jacobian.map((own) => jacobian.map((other) => product(own, other)));
  return (
    solveLinear(
      normal,
      jacobian.map((own) => -product(own, slope)),
    ) ?? jacobian.map(() => 0)
  );
}

function isMaximum(curvature: readonly (readonly number[])[]): boolean {
  const [[a = 0, b = 0] = [], [, d] = []] = curvature;
  return d === undefined ? a < 0 : a < 0 && a * d - b * b > 0;
}

/** The maximum that slope and curvature at the center predict. At an inner maximum, it is the maximum itself. */
function newtonPoint(
  center: readonly number[],
  free: readonly number[],
  curvature: readonly (readonly number[])[],
  slope: readonly number[],
  k: number,
): number {
  const step = solveLinear(
    curvature,
    slope.map((value) => -value),
  );
  return center[free[k]!]! + (step?.[k] ?? 0);
}
