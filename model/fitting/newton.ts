import { CalibrationError } from './calibration-error.js';
import { dot, factorize, largest, scaled, solveFactored, unitScales } from './numbers/symmetric-matrix.js';
import type { Maximum, OptimizerStep, TwiceDifferentiableObjective } from './objective.js';

/** Stopping rules of an optimizer. */
export interface OptimizerLimits {
  /** Maximum number of iterations. Default: 200 for Newton, 500 for BFGS. */
  readonly iterations?: number;
  /**
   * The optimizer stops when the next step is expected to gain less than this. Default: 1e-10 for Newton, 1e-9 for
   * BFGS.
   */
  readonly gain?: number;
}

const maxHalvings = 40;
/** Minimum ratio of a step's gain to its expected gain. Source: Nocedal and Wright, equation 3.4. */
const minGainFraction = 1e-4;

/**
 * Maximizes an objective by Newton's method with step halving. A growing ridge on the second derivatives makes them
 * negative definite where the objective is not concave.
 * Source: Nocedal and Wright, "Numerical optimization", 2nd edition, algorithms 3.2 and 3.3.
 *
 * @param start one number per parameter
 * @throws CalibrationError `calibration_not_finite` if the objective is not finite at the start,
 *   `calibration_not_converged` if it does not converge
 */
export function maximizeByNewton(
  objective: TwiceDifferentiableObjective,
  start: Float64Array,
  limits: OptimizerLimits = {},
): Maximum {
  const { iterations = 200, gain = 1e-10 } = limits;
  const n = objective.size;
  const gradient = new Float64Array(n);
  const hessian = new Float64Array(n * n);
  let parameters = Float64Array.from(start);
  let value = objective.evaluateHessian(parameters, gradient, hessian);
  if (!Number.isFinite(value)) throw notFinite(value);
  const path: OptimizerStep[] = [{ iteration: 0, logLikelihood: value, gradientNorm: largest(gradient), step: 0 }];

  for (let iteration = 1; iteration <= iterations; iteration++) {
    const { step, isRidged } = ascentStep(gradient, hessian, n);
    const expectedGain = dot(gradient, step);
    // A parabola gains half the expected gain. A ridge shortens the step, so a small gain does not indicate convergence.
    const stepGain = isRidged ? Infinity : expectedGain / 2;
    if (stepGain < gain) return lastStep(objective, { parameters, logLikelihood: value, path, next: step });
    const accepted = backtrack(objective, parameters, value, step, expectedGain);
    // In a large sample, the last gains are smaller than the rounding error: no part of the step gains anything.
    const hasGained = accepted !== undefined && accepted.value - value > 4 * Number.EPSILON * Math.abs(value);
    if (!hasGained && accepted?.part !== 1 && stepGain < gain * (1 + Math.abs(value)))
      return { parameters, logLikelihood: value, path, next: step };
    if (!accepted) throw notConverged(path, parameters);
    parameters = accepted.parameters;
    value = objective.evaluateHessian(parameters, gradient, hessian);
    path.push({ iteration, logLikelihood: value, gradientNorm: largest(gradient), step: accepted.part });
  }
  throw notConverged(path, parameters);
}

/** Step H⁻¹g, with the smallest ridge on H (scaled to a unit diagonal) that makes it positive definite. */
function ascentStep(
  gradient: Float64Array,
  hessian: Float64Array,
  n: number,
): { step: Float64Array; isRidged: boolean } {
  const information = hessian.map((value) => -value);
  const scales = unitScales(information, n);
  const unit = scaled(information, n, scales);
  const scaledGradient = gradient.map((value, k) => value * scales[k]!);
  for (let ridge = 0; ; ridge = ridge === 0 ? 1e-3 : ridge * 4) {
    const factor = factorize(withRidge(unit, n, ridge), n);
    if (factor) {
      const step = solveFactored(factor, scaledGradient).map((value, k) => value * scales[k]!);
      return { step, isRidged: ridge > 0 };
    }
    if (ridge > 1e12)
      throw new CalibrationError('calibration_not_finite', 'the second derivatives are not finite numbers');
  }
}

/** Takes the last step, whose gain is below the limit: it still reduces the distance to the maximum considerably. */
function lastStep(objective: TwiceDifferentiableObjective, maximum: Maximum): Maximum {
  const parameters = maximum.parameters.map((parameter, k) => parameter + maximum.next[k]!);
  const logLikelihood = objective.value(parameters);
  // Rounding can hide the gain or change its sign.
  return logLikelihood >= maximum.logLikelihood - 1e-9 ? { ...maximum, parameters, logLikelihood } : maximum;
}

function withRidge(matrix: Float64Array, n: number, ridge: number): Float64Array {
  return matrix.map((value, at) => (at % (n + 1) === 0 ? value + ridge : value));
}

function backtrack(
  objective: TwiceDifferentiableObjective,
  from: Float64Array,
  value: number,
  step: Float64Array,
  expectedGain: number,
) {
  for (let k = 0, part = 1; k < maxHalvings; k++, part /= 2) {
    const parameters = from.map((parameter, i) => parameter + part * step[i]!);
    const reached = objective.value(parameters);
    if (reached >= value + minGainFraction * part * expectedGain) return { parameters, part, value: reached };
  }
  return undefined;
}

/** Error for a log-likelihood that is not finite at the start. */
export function notFinite(value: number): CalibrationError {
  return new CalibrationError('calibration_not_finite', `the log-likelihood at the start is ${value}`);
}

/** Error for an optimizer that did not converge, with its iterations and its last point. */
export function notConverged(path: readonly OptimizerStep[], parameters?: Float64Array): CalibrationError {
  const { iteration, gradientNorm, logLikelihood } = path.at(-1)!;
  return new CalibrationError(
    'calibration_not_converged',
    `no maximum found after ${iteration} iterations: log-likelihood ${logLikelihood}, largest first derivative ${gradientNorm}`,
    { iterations: iteration, gradient_norm: gradientNorm, log_likelihood: logLikelihood, path, parameters },
  );
}
