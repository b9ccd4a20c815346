import { CalibrationError } from './calibration-error.js';
import { dot, factorize, largest, scaled, solveFactored, unitScales } from './numbers/symmetric-matrix.js';
import { type Climb, type ClimbStep, type CurvedObjective } from './objective.js';

export interface ClimbLimits {
  /** 200 unless told. */
  readonly iterations?: number;
  /** The climb ends when the next step would gain less than this; 1e-10 unless told. */
  readonly gain?: number;
}

const HALVINGS = 40;
/** The part of the promised gain that a step must bring. Source: Nocedal and Wright, (3.4). */
const LEAST_PART = 1e-4;

/**
 * Newton's method upwards, with step halving, and a growing ridge on the second derivatives where they do not bend downwards.
 * Source: Nocedal and Wright, "Numerical optimization", 2nd edition, algorithms 3.2 and 3.3.
 *
 * @throws CalibrationError `calibration_not_finite` at an impossible start, `calibration_not_converged`
 */
export function climbByNewton(objective: CurvedObjective, start: Float64Array, limits: ClimbLimits = {}): Climb {
  const { iterations = 200, gain = 1e-10 } = limits;
  const n = objective.size;
  const gradient = new Float64Array(n);
  const hessian = new Float64Array(n * n);
  let parameters = Float64Array.from(start);
  let value = objective.curvature(parameters, gradient, hessian);
  if (!Number.isFinite(value)) throw notFinite(value);
  const path: ClimbStep[] = [{ iteration: 0, logLikelihood: value, gradientNorm: largest(gradient), step: 0 }];

  for (let iteration = 1; iteration <= iterations; iteration++) {
    const { step, ridged } = ascent(gradient, hessian, n);
    const promised = dot(gradient, step);
    // Half the promise is the gain of a parabola. A ridge shortens the step, so that a small promise means nothing then.
    const gains = ridged ? Infinity : promised / 2;
    if (gains < gain) return lastStep(objective, { parameters, logLikelihood: value, path, next: step });
    const taken = halve(objective, parameters, value, step, promised);
    if (!taken) {
      // Rounding hides the last gains of a large sample.
      if (gains < gain * (1 + Math.abs(value))) return { parameters, logLikelihood: value, path, next: step };
      throw notConverged(path);
    }
    parameters = taken.parameters;
    value = objective.curvature(parameters, gradient, hessian);
    path.push({ iteration, logLikelihood: value, gradientNorm: largest(gradient), step: taken.part });
  }
  throw notConverged(path);
}

/** H⁻¹g, with as little ridge on H (scaled to a unit diagonal) as makes it positive definite. */
function ascent(gradient: Float64Array, hessian: Float64Array, n: number): { step: Float64Array; ridged: boolean } {
  const information = hessian.map((value) => -value);
  const scales = unitScales(information, n);
  const unit = scaled(information, n, scales);
  const slope = gradient.map((value, k) => value * scales[k]!);
  for (let ridge = 0; ; ridge = ridge === 0 ? 1e-3 : ridge * 4) {
    const factor = factorize(withRidge(unit, n, ridge), n);
    if (factor) {
      const step = solveFactored(factor, slope).map((value, k) => value * scales[k]!);
      return { step, ridged: ridge > 0 };
    }
    if (ridge > 1e12) throw new CalibrationError('calibration_not_finite', 'second derivatives are not numbers');
  }
}

/** The step that gains too little to count still halves the distance to the top many times over. */
function lastStep(objective: CurvedObjective, climb: Climb): Climb {
  const parameters = climb.parameters.map((parameter, k) => parameter + climb.next[k]!);
  const logLikelihood = objective.value(parameters);
  // Rounding may hide the gain, or turn it over.
  return logLikelihood >= climb.logLikelihood - 1e-9 ? { ...climb, parameters, logLikelihood } : climb;
}

function withRidge(matrix: Float64Array, n: number, ridge: number): Float64Array {
  return matrix.map((value, at) => (at % (n + 1) === 0 ? value + ridge : value));
}

function halve(objective: CurvedObjective, from: Float64Array, value: number, step: Float64Array, promised: number) {
  for (let k = 0, part = 1; k < HALVINGS; k++, part /= 2) {
    const parameters = from.map((parameter, i) => parameter + part * step[i]!);
    if (objective.value(parameters) >= value + LEAST_PART * part * promised) return { parameters, part };
  }
  return undefined;
}

export function notFinite(value: number): CalibrationError {
  return new CalibrationError('calibration_not_finite', `the log-likelihood at the start is ${value}`);
}

export function notConverged(path: readonly ClimbStep[]): CalibrationError {
  const { iteration, gradientNorm, logLikelihood } = path.at(-1)!;
  return new CalibrationError(
    'calibration_not_converged',
    `no top after ${iteration} iterations: log-likelihood ${logLikelihood}, largest first derivative ${gradientNorm}`,
    { iterations: iteration, gradient_norm: gradientNorm, log_likelihood: logLikelihood, path },
  );
}
