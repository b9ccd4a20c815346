import { seriesStyle, spreadLabels } from './series-style';

describe('seriesStyle', () => {
  it('Twelve series have twelve different combinations of symbol and line', () => {
    const styles = Array.from({ length: 12 }, (_, index) => seriesStyle(index));
    expect(new Set(styles.map(({ symbol, dash }) => `${symbol} ${dash}`)).size).toBe(12);
  });
});

describe('spreadLabels', () => {
  it('Labels that are far apart do not move', () => {
    expect(spreadLabels([1, 5, 3], 1)).toEqual([1, 5, 3]);
  });

  it('Labels that are close move apart and keep their order', () => {
    const [first, second, third] = spreadLabels([2, 2.1, 2.2], 1) as [number, number, number];
    expect(second - first).toBeCloseTo(1);
    expect(third - second).toBeCloseTo(1);
  });
});
