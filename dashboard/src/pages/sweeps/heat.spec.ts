import { heatOf } from './sweep-heat-map';

describe('heatOf', () => {
  it('The highest value has the strongest color, and the lowest value the palest', () => {
    const values = [0.2, 0.4, 0.6];
    const [low, middle, high] = values.map((value) => heatOf(value, values).strength) as [number, number, number];
    expect(low).toBeLessThan(middle);
    expect(middle).toBeLessThan(high);
    expect(high).toBeLessThan(0.5);
  });

  it('Values below and above zero have different colors', () => {
    expect(heatOf(-0.1, [-0.1, 0.2])).toMatchObject({ isNegative: true });
    expect(heatOf(0.2, [-0.1, 0.2])).toMatchObject({ isNegative: false });
  });

  it('Equal values have the same color', () => {
    expect(heatOf(1, [1, 1]).strength).toBeGreaterThan(0);
  });
});
