import { type ClimbLimits, notConverged, notFinite } from './newton.js';
import { dot, factorize, largest, scaled, solveFactored, unitScales } from './numbers/symmetric-matrix.js';
import { type Climb, type ClimbStep, type Objective } from './objective.js';

/** The least and greatest value of each parameter; -Infinity and Infinity where there is none. */
export interface Bounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

const HALVINGS = 40;
const LEAST_PART = 1e-4;

/**
 * Projected BFGS upwards inside a box: parameters at a bound that would leave it are held, the others take a quasi-Newton step,
 * which is bent back into the box and halved until it gains. The matrix of second differences is kept whole and damped as Powell
 * does, so that it stays positive definite where the function is not concave.
 * Source: Bertsekas, "Projected Newton methods for optimization problems with simple constraints", SIAM Journal on Control and
 * Optimization 20 (1982); Nocedal and Wright, procedure 18.2 (damping).
 *
 * `next` holds 0 for parameters at a bound.
 *
 * @throws CalibrationError `calibration_not_finite` at an impossible start, `calibration_not_converged`
 */
export function climbByBfgs(
  objective: Objective,
  start: Float64Array,
  limits: ClimbLimits = {},
  bounds?: Bounds,
): Climb {
  const { iterations = 500, gain = 1e-9 } = limits;
  const n = objective.size;
  const project = (value: number, k: number) =>
    bounds ? Math.min(bounds.upper[k]!, Math.max(bounds.lower[k]!, value)) : value;
  let parameters = Float64Array.from(start, project);
  let gradient = new Float64Array(n);
  let value = objective.slope(parameters, gradient);
  if (!Number.isFinite(value)) throw notFinite(value);
  const path: ClimbStep[] = [{ iteration: 0, logLikelihood: value, gradientNorm: largest(gradient), step: 0 }];
  let curve = firstCurve(gradient, n);
  let isFresh = true;

  for (let iteration = 1; iteration <= iterations; iteration++) {
    const free = (k: number) =>
      !bounds ||
      ((parameters[k]! > bounds.lower[k]! || gradient[k]! > 0) &&
        (parameters[k]! < bounds.upper[k]! || gradient[k]! < 0));
    const step = quasiNewtonStep(curve, gradient, free, n);
    const promised = dot(gradient, step);
    if (promised / 2 < gain) return { parameters, logLikelihood: value, path, next: step };
    const taken = halve(objective, parameters, value, step, gradient, project);
    if (!taken && isFresh) {
      // Straight uphill gains nothing more than rounding hides.
      if (promised < 1e-6 * (1 + Math.abs(value))) return { parameters, logLikelihood: value, path, next: step };
      throw notConverged(path);
    }
    if (!taken) {
      // What was learnt of the curvature misleads: begin once more without it.
      curve = firstCurve(gradient, n);
      isFresh = true;
      continue;
    }
    const moved = taken.parameters.map((parameter, k) => parameter - parameters[k]!);
    const change = gradient.map((before, k) => before - taken.slope[k]!);
    if (isFresh) rescale(curve, moved, change, n);
    update(curve, moved, change, n);
    isFresh = false;
    ({ parameters, value, slope: gradient } = taken);
    path.push({ iteration, logLikelihood: value, gradientNorm: largest(gradient), step: taken.part });
  }
  throw notConverged(path);
}

/** A diagonal that makes the first step at most 1 long in every parameter. */
function firstCurve(gradient: Float64Array, n: number): Float64Array {
  const curve = new Float64Array(n * n);
  const size = Math.max(1e-6, largest(gradient));
  for (let k = 0; k < n; k++) curve[k * n + k] = size;
  return curve;
}

/** The size of the curvature that the first step saw, on the whole diagonal. Source: Nocedal and Wright, (6.20). */
function rescale(curve: Float64Array, moved: Float64Array, change: Float64Array, n: number): void {
  const along = dot(moved, change);
  if (along <= 0) return;
  const size = dot(change, change) / along;
  for (let k = 0; k < n; k++) curve[k * n + k] = size;
}

function quasiNewtonStep(
  curve: Float64Array,
  gradient: Float64Array,
  free: (k: number) => boolean,
  n: number,
): Float64Array {
  const open = Array.from({ length: n }, (_, k) => k).filter(free);
  const m = open.length;
  const part = Float64Array.from({ length: m * m }, (_, at) => curve[open[Math.floor(at / m)]! * n + open[at % m]!]!);
  const scales = unitScales(part, m);
  const slope = Float64Array.from(open, (k, i) => gradient[k]! * scales[i]!);
  const factor = factorize(scaled(part, m, scales), m, 0);
  const solved = factor ? solveFactored(factor, slope) : slope;
  const step = new Float64Array(n);
  open.forEach((k, i) => (step[k] = solved[i]! * scales[i]!));
  return step;
}

/** The first of ever shorter steps that gains, with the value and slope there. */
function halve(
  objective: Objective,
  from: Float64Array,
  value: number,
  step: Float64Array,
  gradient: Float64Array,
  project: (value: number, k: number) => number,
) {
  const slope = new Float64Array(from.length);
  for (let k = 0, part = 1; k < HALVINGS; k++, part /= 2) {
    const parameters = from.map((parameter, i) => project(parameter + part * step[i]!, i));
    const promised = parameters.reduce((sum, parameter, i) => sum + gradient[i]! * (parameter - from[i]!), 0);
    const found = promised > 0 ? objective.slope(parameters, slope) : NaN;
    if (found >= value + LEAST_PART * promised) return { parameters, value: found, slope, part };
  }
  return undefined;
}

/** B + y·yᵗ/(s·y) - B·s·sᵗ·B/(s·B·s), with y drawn towards B·s where the curvature along s is too small. */
function update(curve: Float64Array, moved: Float64Array, change: Float64Array, n: number): void {
  const bent = Float64Array.from({ length: n }, (_, i) => dot(curve.subarray(i * n, (i + 1) * n), moved));
  const along = dot(moved, bent);
  if (!(along > 0)) return;
  const seen = dot(moved, change);
  const trust = seen >= 0.2 * along ? 1 : (0.8 * along) / (along - seen);
  const damped = change.map((value, k) => trust * value + (1 - trust) * bent[k]!);
  const dampedAlong = dot(moved, damped);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      curve[i * n + j]! += (damped[i]! * damped[j]!) / dampedAlong - (bent[i]! * bent[j]!) / along;
    }
  }
}
