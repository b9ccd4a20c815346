import { type OptimizerLimits, notConverged, notFinite } from './newton.js';
import { dot, factorize, largest, scaled, solveFactored, unitScales } from './numbers/symmetric-matrix.js';
import type { Maximum, OptimizerStep, Objective } from './objective.js';

/** Lower and upper bound of each parameter; -Infinity and Infinity for an unbounded parameter. */
export interface Bounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** Stopping rules and start of the optimizer. */
export interface BfgsOptions extends OptimizerLimits {
  /**
   * Minus the second derivatives near the start, size × size, such as the curvature at the maximum of almost the same objective. Without it,
   * or if it is not positive definite, the first step follows the gradient.
   */
  readonly curvature?: Float64Array | undefined;
}

export interface BfgsMaximum extends Maximum {
  /** Estimate of minus the second derivatives, positive definite: size × size. */
  readonly curvature: Float64Array;
}

const maxHalvings = 40;
const minGainFraction = 1e-4;

/**
 * Maximizes an objective within box constraints by projected BFGS. Parameters at a bound whose gradient points outward
 * stay fixed. The others take a quasi-Newton step, which is projected onto the box and halved until the objective
 * increases. Powell's damping keeps the curvature matrix positive definite where the objective is not concave.
 * Source: Bertsekas, "Projected Newton methods for optimization problems with simple constraints", SIAM Journal on
 * Control and Optimization 20 (1982); Nocedal and Wright, "Numerical optimization", 2nd edition, procedure 18.2
 * (damping).
 *
 * @param start one number per parameter; values outside the bounds are projected onto the box
 * @returns the maximum; `next` is 0 for parameters at a bound
 * @throws CalibrationError `calibration_not_finite` if the objective is not finite at the start,
 *   `calibration_not_converged` if it does not converge
 */
export function maximizeByBfgs(
  objective: Objective,
  start: Float64Array,
  options: BfgsOptions = {},
  bounds?: Bounds,
): BfgsMaximum {
  const { iterations = 500, gain = 1e-9 } = options;
  const n = objective.size;
  const project = (value: number, k: number) =>
    bounds ? Math.min(bounds.upper[k]!, Math.max(bounds.lower[k]!, value)) : value;
  let parameters = Float64Array.from(start, project);
  let gradient = new Float64Array(n);
  let value = objective.evaluateGradient(parameters, gradient);
  if (!Number.isFinite(value)) throw notFinite(value);
  const path: OptimizerStep[] = [{ iteration: 0, logLikelihood: value, gradientNorm: largest(gradient), step: 0 }];
  const given = options.curvature;
  const isKnown = given !== undefined && isPositiveDefinite(given, n);
  let curvature = isKnown ? given.slice() : initialCurvature(gradient, n);
  let isFresh = !isKnown;

  for (let iteration = 1; iteration <= iterations; iteration++) {
    const free = (k: number) =>
      !bounds ||
      ((parameters[k]! > bounds.lower[k]! || gradient[k]! > 0) &&
        (parameters[k]! < bounds.upper[k]! || gradient[k]! < 0));
    const step = quasiNewtonStep(curvature, gradient, free, n);
    const expectedGain = dot(gradient, step);
    if (expectedGain / 2 < gain) return { parameters, logLikelihood: value, path, next: step, curvature };
    const accepted = backtrack(objective, parameters, value, step, gradient, project);
    if (!accepted && isFresh) {
      // Along the gradient, the remaining gain is smaller than the rounding error.
      if (expectedGain < 1e-6 * (1 + Math.abs(value)))
        return { parameters, logLikelihood: value, path, next: step, curvature };
      throw notConverged(path);
    }
    if (!accepted) {
      // The curvature estimate gives no ascent direction: restart from the initial one.
      curvature = initialCurvature(gradient, n);
      isFresh = true;
      continue;
    }
    const moved = accepted.parameters.map((parameter, k) => parameter - parameters[k]!);
    const change = gradient.map((before, k) => before - accepted.slope[k]!);
    if (isFresh) rescale(curvature, moved, change, n);
    updateCurvature(curvature, moved, change, n);
    isFresh = false;
    ({ parameters, value, slope: gradient } = accepted);
    path.push({ iteration, logLikelihood: value, gradientNorm: largest(gradient), step: accepted.part });
  }
  throw notConverged(path);
}

function isPositiveDefinite(matrix: Float64Array, n: number): boolean {
  return factorize(scaled(matrix, n, unitScales(matrix, n)), n) !== undefined;
}

/** Diagonal matrix that limits the first step to length 1 in every parameter. */
function initialCurvature(gradient: Float64Array, n: number): Float64Array {
  const curvature = new Float64Array(n * n);
  const size = Math.max(1e-6, largest(gradient));
  for (let k = 0; k < n; k++) curvature[k * n + k] = size;
  return curvature;
}

/** Sets the diagonal to the curvature observed in the first step. Source: Nocedal and Wright, equation 6.20. */
function rescale(curvature: Float64Array, moved: Float64Array, change: Float64Array, n: number): void {
  const along = dot(moved, change);
  if (along <= 0) return;
  const size = dot(change, change) / along;
  for (let k = 0; k < n; k++) curvature[k * n + k] = size;
}

function quasiNewtonStep(
  curvature: Float64Array,
  gradient: Float64Array,
  free: (k: number) => boolean,
  n: number,
): Float64Array {
  const freeIndices = Array.from({ length: n }, (_, k) => k).filter(free);
  const m = freeIndices.length;
  const part = Float64Array.from(
    { length: m * m },
    (_, at) => curvature[freeIndices[Math.floor(at / m)]! * n + freeIndices[at % m]!]!,
  );
  const scales = unitScales(part, m);
  const slope = Float64Array.from(freeIndices, (k, i) => gradient[k]! * scales[i]!);
  const factor = factorize(scaled(part, m, scales), m, 0);
  const solved = factor ? solveFactored(factor, slope) : slope;
  const step = new Float64Array(n);
  freeIndices.forEach((k, i) => (step[k] = solved[i]! * scales[i]!));
  return step;
}

/** Halves the step until the objective increases enough. Returns the new parameters with their value and gradient. */
function backtrack(
  objective: Objective,
  from: Float64Array,
  value: number,
  step: Float64Array,
  gradient: Float64Array,
  project: (value: number, k: number) => number,
) {
  const slope = new Float64Array(from.length);
  for (let k = 0, part = 1; k < maxHalvings; k++, part /= 2) {
    const parameters = from.map((parameter, i) => project(parameter + part * step[i]!, i));
    const expectedGain = parameters.reduce((sum, parameter, i) => sum + gradient[i]! * (parameter - from[i]!), 0);
    const found = expectedGain > 0 ? objective.evaluateGradient(parameters, slope) : NaN;
    if (found >= value + minGainFraction * expectedGain) return { parameters, value: found, slope, part };
  }
  return undefined;
}

/** BFGS update B + y·yᵗ/(s·y) - B·s·sᵗ·B/(s·B·s). Damping moves y toward B·s if the curvature along s is too small. */
function updateCurvature(curvature: Float64Array, moved: Float64Array, change: Float64Array, n: number): void {
  const curvedStep = Float64Array.from({ length: n }, (_, i) => dot(curvature.subarray(i * n, (i + 1) * n), moved));
  const along = dot(moved, curvedStep);
  if (!(along > 0)) return;
  const observedCurvature = dot(moved, change);
  const damping = observedCurvature >= 0.2 * along ? 1 : (0.8 * along) / (along - observedCurvature);
  const damped = change.map((value, k) => damping * value + (1 - damping) * curvedStep[k]!);
  const dampedAlong = dot(moved, damped);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      curvature[i * n + j]! += (damped[i]! * damped[j]!) / dampedAlong - (curvedStep[i]! * curvedStep[j]!) / along;
    }
  }
}
