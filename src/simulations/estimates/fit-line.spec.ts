import { fitLine } from './fit-line.js';

describe('a line through run times', () => {
  it('is not moved by a run that took far too long', () => {
    const points = [100, 200, 500, 1_000, 5_000].map((x) => ({ x, y: 20 + 0.01 * x }));
    const { intercept, slope } = fitLine([...points, { x: 300, y: 9_000 }]);
    expect(slope).toBeCloseTo(0.01, 3);
    expect(intercept).toBeCloseTo(20, 0);
  });

  it('goes through the origin where there is one size only, and neither falls nor begins below zero', () => {
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
