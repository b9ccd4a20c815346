import { valueAt } from './target-line';

const points = [0, 10, 20].map((at) => ({
  at,
  value: 0.8 - at / 50,
  interval: [0.75 - at / 50, 0.85 - at / 50] as const,
}));

describe('the value at which a curve reaches a target', () => {
  it('The value is between two points of the curve, and its interval is where the ends of the band reach the target', () => {
    const { values, interval } = valueAt(points, 0.5);
    expect(values).toEqual([expect.closeTo(15)]);
    expect(interval?.map((end) => Math.round(end * 10) / 10)).toEqual([12.5, 17.5]);
  });

  it('A target that the curve does not reach has no value, and a band that ends before the target has no interval', () => {
    expect(valueAt(points, 0.2).values).toEqual([]);
    expect(valueAt(points, 0.41)).toEqual({ values: [expect.closeTo(19.5)], missing: 'beyond' });
    expect(
      valueAt(
        points.map((point) => ({ ...point, interval: null })),
        0.5,
      ),
    ).toEqual({ values: [expect.closeTo(15)], missing: 'unknown' });
  });

  it('A curve that rises and falls reaches a target at two values, and neither has an interval', () => {
    const revenue = [0, 2, 3, 2, 1].map((value, at) => ({ at, value, interval: [value - 0.1, value + 0.1] as const }));
    expect(valueAt(revenue, 1.5)).toEqual({ values: [0.75, 3.5], missing: 'several' });
    expect(valueAt(revenue, 2).values).toEqual([1, 3]);
  });
});
