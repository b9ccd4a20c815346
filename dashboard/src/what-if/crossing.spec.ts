import { valueAt } from './crossing';

const points = [0, 10, 20].map((at) => ({
  at,
  value: 0.8 - at / 50,
  interval: [0.75 - at / 50, 0.85 - at / 50] as const,
}));

describe('the value at which a curve reaches a target', () => {
  it('The value is between two points of the curve, and its interval is where the ends of the band reach the target', () => {
    const { value, interval } = valueAt(points, 0.5);
    expect(value).toBeCloseTo(15);
    expect(interval?.map((end) => Math.round(end * 10) / 10)).toEqual([12.5, 17.5]);
  });

  it('A target that the curve does not reach has no value, and a band that ends before the target has no interval', () => {
    expect(valueAt(points, 0.2).value).toBeUndefined();
    expect(valueAt(points, 0.41)).toMatchObject({ value: expect.closeTo(19.5) as number, interval: undefined });
    expect(
      valueAt(
        points.map((point) => ({ ...point, interval: null })),
        0.5,
      ).interval,
    ).toBeUndefined();
  });
});
