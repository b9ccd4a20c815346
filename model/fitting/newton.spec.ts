import { maximizeByBfgs } from './bounded-bfgs.js';
import { CalibrationError } from './calibration-error.js';
import { maximizeByNewton } from './newton.js';
import type { TwiceDifferentiableObjective } from './objective.js';

/** Negated Rosenbrock function: its maximum is 0 at (1, 1), and it is not concave everywhere. */
const ridge: TwiceDifferentiableObjective = {
  size: 2,
  value: ([x, y]) => -((1 - x!) ** 2) - 100 * (y! - x! * x!) ** 2,
  evaluateGradient(point, gradient) {
    const [x, y] = point as unknown as [number, number];
    gradient.set([2 * (1 - x) + 400 * x * (y - x * x), -200 * (y - x * x)]);
    return ridge.value(point);
  },
  evaluateHessian(point, gradient, hessian) {
    const [x, y] = point as unknown as [number, number];
    hessian.set([-2 + 400 * y - 1200 * x * x, 400 * x, 400 * x, -200]);
    return ridge.evaluateGradient(point, gradient);
  },
};

const start = Float64Array.of(-1.2, 1);

describe.each([
  ['Newton', maximizeByNewton],
  ['BFGS', maximizeByBfgs],
])('%s', (_, maximize) => {
  it('The optimizer reaches the maximum of a function that is not concave, and each step increases the value', () => {
    const { parameters, logLikelihood, path } = maximize(ridge, start);
    expect(parameters[0]).toBeCloseTo(1, 4);
    expect(parameters[1]).toBeCloseTo(1, 4);
    expect(logLikelihood).toBeCloseTo(0, 8);
    expect(path[0]).toMatchObject({ iteration: 0, step: 0 });
    path.slice(1).forEach((step, k) => expect(step.logLikelihood).toBeGreaterThan(path[k]!.logLikelihood));
    expect(path.at(-1)!.gradientNorm).toBeLessThan(path[0]!.gradientNorm);
  });

  it('The optimizer reaches the maximum from a convex region', () => {
    const { parameters } = maximize(ridge, Float64Array.of(0, 1));
    expect(parameters[0]).toBeCloseTo(1, 4);
    expect(parameters[1]).toBeCloseTo(1, 4);
  });

  it('The optimizer throws an error with its path when the iterations run out', () => {
    const thrown = error(() => maximize(ridge, start, { iterations: 3 }));
    expect(thrown.code).toBe('calibration_not_converged');
    expect(thrown.meta.iterations).toBe(3);
  });

  it('The optimizer rejects a start with a value that is not finite', () => {
    const invalid = { ...ridge, evaluateGradient: () => -Infinity, evaluateHessian: () => NaN };
    expect(error(() => maximize(invalid, start)).code).toBe('calibration_not_finite');
  });
});

it('Newton stops where rounding hides the gain of a step, also if a tiny part of it changes nothing', () => {
  // The value does not change any more, although the slope promises a gain of 1.1e-10.
  const rounded: TwiceDifferentiableObjective = {
    size: 1,
    value: ([x]) => (Math.abs(x! - 1) < 1e-6 ? -3_000 : -3_000 - 1e-9 - (x! - 1) ** 2 / 2),
    evaluateGradient(point, gradient) {
      gradient.set([1.5e-5]);
      return rounded.value(point);
    },
    evaluateHessian(point, gradient, hessian) {
      hessian.set([-1]);
      return rounded.evaluateGradient(point, gradient);
    },
  };
  const { logLikelihood, path } = maximizeByNewton(rounded, Float64Array.of(1));
  expect(logLikelihood).toBe(-3_000);
  expect(path).toHaveLength(1);
});

describe('bounded BFGS', () => {
  it('Bounded BFGS fixes a parameter at its bound and maximizes over the others', () => {
    const bounds = { lower: Float64Array.of(-2, -2), upper: Float64Array.of(0.5, 2) };
    const { parameters } = maximizeByBfgs(ridge, start, {}, bounds);
    expect(parameters[0]).toBe(0.5);
    expect(parameters[1]).toBeCloseTo(0.25, 6);
  });

  it('Bounded BFGS with the curvature of a maximum returns to it in fewer steps, and ignores an indefinite curvature', () => {
    const { curvature, parameters: maximum } = maximizeByBfgs(ridge, start);
    const near = maximum.map((value) => value + 0.01);
    const stepsWith = (own?: Float64Array) => {
      const { parameters, path } = maximizeByBfgs(ridge, near, { curvature: own });
      parameters.forEach((value, k) => expect(value).toBeCloseTo(maximum[k]!, 4));
      return path.length;
    };
    expect(stepsWith(curvature)).toBeLessThan(stepsWith());
    expect(stepsWith(curvature.map((value) => -value))).toBe(stepsWith());
  });

  it('Bounded BFGS projects a start outside the bounds onto the bounds', () => {
    const bounds = { lower: Float64Array.of(2, -Infinity), upper: Float64Array.of(3, Infinity) };
    const { parameters } = maximizeByBfgs(ridge, start, {}, bounds);
    expect(parameters[0]).toBe(2);
    expect(parameters[1]).toBeCloseTo(4, 5);
  });
});

function error(act: () => unknown): CalibrationError {
  try {
    act();
  } catch (caught) {
    if (caught instanceof CalibrationError) return caught;
    throw caught;
  }
  throw new Error('no error was thrown');
}
