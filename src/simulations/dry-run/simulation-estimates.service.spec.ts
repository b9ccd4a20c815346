import { fitLine } from './simulation-estimates.service.js';

describe('fitLine', () => {
  it('An extremely long run does not change the fitted line', () => {
    const points = [100, 200, 500, 1_000, 5_000].map((x) => ({ x, y: 20 + 0.01 * x }));
    const { intercept, slope } = fitLine([...points, { x: 300, y: 9_000 }]);
    expect(slope).toBeCloseTo(0.01, 3);
    expect(intercept).toBeCloseTo(20, 0);
  });

  it('The line passes through the origin if all runs have the same size, and its slope and intercept are never negative', () => {
    expect(
      fitLine([
        { x: 100, y: 10 },
        { x: 100, y: 30 },
      ]),
    ).toEqual({ intercept: 0, slope: 0.2 });
    expect(
      fitLine([
        { x: 100, y: 30 },
        { x: 200, y: 10 },
      ]),
    ).toEqual({ intercept: 20, slope: 0 });
    expect(
      fitLine([
        { x: 100, y: 0 },
        { x: 200, y: 10 },
      ]).intercept,
    ).toBe(0);
  });
});
