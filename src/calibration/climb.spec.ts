import { climbByBfgs } from './bounded-bfgs.js';
import { CalibrationError } from './calibration-error.js';
import { climbByNewton } from './newton.js';
import { type CurvedObjective } from './objective.js';

/** Rosenbrock's valley turned over: its top is 0 at (1, 1), and it is not concave on the way. */
const ridge: CurvedObjective = {
  size: 2,
  value: ([x, y]) => -((1 - x!) ** 2) - 100 * (y! - x! * x!) ** 2,
  slope(point, gradient) {
    const [x, y] = point as unknown as [number, number];
    gradient.set([2 * (1 - x) + 400 * x * (y - x * x), -200 * (y - x * x)]);
    return ridge.value(point);
  },
  curvature(point, gradient, hessian) {
    const [x, y] = point as unknown as [number, number];
    hessian.set([-2 + 400 * y - 1200 * x * x, 400 * x, 400 * x, -200]);
    return ridge.slope(point, gradient);
  },
};

const start = Float64Array.of(-1.2, 1);

describe.each([
  ['Newton', climbByNewton],
  ['BFGS', climbByBfgs],
])('%s', (_, climb) => {
  it('reaches the top over ground that is not concave, and each step of its path is higher', () => {
    const { parameters, logLikelihood, path } = climb(ridge, start);
    expect(parameters[0]).toBeCloseTo(1, 4);
    expect(parameters[1]).toBeCloseTo(1, 4);
    expect(logLikelihood).toBeCloseTo(0, 8);
    expect(path[0]).toMatchObject({ iteration: 0, step: 0 });
    path.slice(1).forEach((step, k) => expect(step.logLikelihood).toBeGreaterThan(path[k]!.logLikelihood));
    expect(path.at(-1)!.gradientNorm).toBeLessThan(path[0]!.gradientNorm);
  });

  it('finds its way from where the ground bends upwards', () => {
    const { parameters } = climb(ridge, Float64Array.of(0, 1));
    expect(parameters[0]).toBeCloseTo(1, 4);
    expect(parameters[1]).toBeCloseTo(1, 4);
  });

  it('ends with a named error that holds the path when the iterations run out', () => {
    const told = error(() => climb(ridge, start, { iterations: 3 }));
    expect(told.code).toBe('calibration_not_converged');
    expect(told.meta.iterations).toBe(3);
  });

  it('refuses a start where there is no likelihood', () => {
    const nowhere = { ...ridge, slope: () => -Infinity, curvature: () => NaN };
    expect(error(() => climb(nowhere, start)).code).toBe('calibration_not_finite');
  });
});

describe('bounded BFGS', () => {
  it('holds a parameter at the bound that the top lies beyond, and finds the best of the others', () => {
    const bounds = { lower: Float64Array.of(-2, -2), upper: Float64Array.of(0.5, 2) };
    const { parameters } = climbByBfgs(ridge, start, {}, bounds);
    expect(parameters[0]).toBe(0.5);
    expect(parameters[1]).toBeCloseTo(0.25, 6);
  });

  it('begins inside the box even when told to begin outside', () => {
    const bounds = { lower: Float64Array.of(2, -Infinity), upper: Float64Array.of(3, Infinity) };
    const { parameters } = climbByBfgs(ridge, start, {}, bounds);
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
  throw new Error('nothing was thrown');
}
