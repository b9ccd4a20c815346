import { modelErrorPrior } from '../../summary/changed-parameters.js';
import { heldOutCoverage, excessError, groupError, modelErrorOf } from './model-error.js';
import type { HeldOutComparison } from './held-out-comparisons.js';

/** Normal random numbers that are the same in every run: Park and Miller's generator and the sum of 12 uniforms. */
function normals(count: number): number[] {
  let state = 20_250_101;
  const uniform = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: count }, () => Array.from({ length: 12 }, uniform).reduce((sum, u) => sum + u, -6));
}

/** Held-out shares of 200 segments of three attributes, with model error τ in units of √(p·(1 - p)). */
function segments(tau: number): HeldOutComparison[] {
  const random = normals(600);
  return Array.from({ length: 200 }, (_, k) => {
    const predicted = 0.1 + 0.8 * ((k % 10) / 9);
    const [observedStandardError, estimationStandardError] = [0.02, 0.01];
    const error =
      tau * Math.sqrt(predicted * (1 - predicted)) * random[3 * k]! +
      observedStandardError * random[3 * k + 1]! +
      estimationStandardError * random[3 * k + 2]!;
    return {
      scope: 'segment',
      attribute: `attribute_${k % 3}`,
      category: `category_${k}`,
      target: { kind: 'outcome', id: 'yes' },
      observed: predicted + error,
      predicted,
      observedStandardError,
      estimationStandardError,
      observations: 500,
    };
  });
}

describe('Model error', () => {
  it('The error recovers the standard deviation of errors beyond the standard errors', () => {
    expect(excessError(segments(0.2), 0.1)).toBeGreaterThan(0.17);
    expect(excessError(segments(0.2), 0.1)).toBeLessThan(0.23);
  });

  it('Comparisons that agree make the error less than that of the prior, and more of them make it smaller', () => {
    const exact = segments(0).map((one) => ({ ...one, observed: one.predicted }));
    const [few, many] = [excessError(exact.slice(0, 3), 0.1)!, excessError(exact, 0.1)!];
    expect(few).toBeLessThan(0.1);
    expect(many).toBeLessThan(few / 3);
  });

  it('Noisy comparisons leave the error of the prior, whichever way they differ', () => {
    for (const difference of [-1, 0, 1]) {
      const noisy = segments(0)
        .slice(0, 3)
        .map((one) => ({ ...one, observed: one.predicted + difference, observedStandardError: 1 }));
      expect(excessError(noisy, 0.1)! / 0.1).toBeCloseTo(1, 1);
    }
  });

  it('A group has the error of all groups before its comparison, less after one that agrees, and its difference if it is an exception', () => {
    const [group] = segments(0) as [HeldOutComparison, ...HeldOutComparison[]];
    const errorOf = (difference: number, error = 0.02) =>
      groupError(
        {
          ...group,
          predicted: 0.5,
          observed: 0.5 + difference,
          observedStandardError: error,
          estimationStandardError: 0,
        },
        0.1,
      );
    expect(errorOf(0, 1)).toBeCloseTo(0.05, 3);
    expect(errorOf(0)).toBeLessThan(0.03);
    expect(errorOf(0.3)).toBeGreaterThan(0.28);
    // No jump where a difference becomes significant.
    const [below, above] = [errorOf(1.95 * 0.054), errorOf(1.97 * 0.054)];
    expect(above / below).toBeLessThan(1.03);
  });

  it('The error is unknown without comparisons', () => {
    expect(excessError([], 0.1)).toBeNull();
    expect(modelErrorOf([])).toEqual({
      shares: null,
      segment_shares: null,
      measures: {},
      segment_measures: {},
      curves: null,
      changes: {},
      comparisons: 0,
    });
  });

  it('A tested parameter has an error of its own, which agreement makes smaller', () => {
    const effect: HeldOutComparison = {
      scope: 'effect',
      parameter: 'letter',
      target: { kind: 'outcome', id: 'yes' },
      observed: 0.1,
      predicted: 0.05,
      observedStandardError: 0.03,
      estimationStandardError: 0,
      observations: 500,
    };
    const { changes } = modelErrorOf([effect]);
    expect(Object.keys(changes)).toEqual(['letter']);
    expect(changes.letter!.measures).toEqual({});
    expect(changes.letter!.shares).toBeGreaterThan(modelErrorPrior.changes);
    const precise = modelErrorOf(Array.from({ length: 40 }, () => ({ ...effect, observed: 0.05 }))).changes;
    expect(precise.letter!.shares).toBeLessThan(changes.letter!.shares! / 2);
  });

  it('Points of curves replace the shares of the outcomes if the data contain none', () => {
    const points = segments(0.2).map((one) => ({ ...one, target: { kind: 'curve' as const, id: 'demand', step: 10 } }));
    expect(modelErrorOf(points).segment_shares).toBe(excessError(points, modelErrorPrior.segmentShares));
  });
});

describe('Held-out coverage', () => {
  const coverage = (tau: number, isInside: 'isInside' | 'isInsideLeaveOneOut' | 'isInsideWithoutModelError') => {
    const checks = heldOutCoverage('survey', segments(tau));
    return checks.filter((check) => check[isInside]).length / checks.length;
  };

  it('About 95% of the observed shares are inside the interval with the model error', () => {
    expect(coverage(0.2, 'isInside')).toBeGreaterThan(0.9);
    expect(coverage(0.2, 'isInside')).toBeLessThan(0.99);
  });

  it('The coverage remains if each attribute is checked with the error of the other attributes', () => {
    expect(coverage(0.2, 'isInsideLeaveOneOut')).toBeGreaterThan(0.9);
  });

  it('Fewer observed shares are inside the interval without the model error', () => {
    expect(coverage(0.2, 'isInsideWithoutModelError')).toBeLessThan(0.7);
  });

  it('Shares that the model fixes at 0 or 1 are not checked', () => {
    const fixed = segments(0).map((one) => ({ ...one, predicted: 0, observed: 0 }));
    expect(heldOutCoverage('survey', fixed)).toEqual([]);
  });
});
