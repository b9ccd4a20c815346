import { addedEstimates, linearEstimate, type Figure } from './linear-estimate';

const figure = (id: string, value: number, halfWidth: number | null): Figure => ({
  id,
  value,
  interval: halfWidth === null ? null : [value - halfWidth, value + halfWidth],
});
const shares = [figure('train', 0.2, 0.02), figure('car', 0.5, 0.03), figure('maglev', 0.3, 0.025)];
const weights = (entries: Record<string, number>) => new Map(Object.entries(entries));

/** Half the width of the true 95% interval of the mean weight of independent agents with these probabilities. */
function multinomialHalfWidth(probabilities: readonly number[], values: readonly number[], agents: number): number {
  const mean = probabilities.reduce((total, p, k) => total + p * values[k]!, 0);
  const variance = probabilities.reduce((total, p, k) => total + p * (values[k]! - mean) ** 2, 0);
  return 1.96 * Math.sqrt(variance / agents);
}

describe('linearEstimate', () => {
  it('A measure of one outcome has the scaled interval of its share', () => {
    const { value, interval, kind } = linearEstimate(weights({ train: 80 }), shares);
    expect(kind).toBe('exact');
    expect(value).toBeCloseTo(16);
    expect(interval![0]).toBeCloseTo(14.4);
    expect(interval![1]).toBeCloseTo(17.6);
  });

  it('A negative value swaps the ends of the interval', () => {
    const { interval } = linearEstimate(weights({ train: -80 }), [
      { id: 'train', value: 0.2, interval: [0.19, 0.23] },
      figure('car', 0.8, 0.02),
    ]);
    expect(interval![0]).toBeCloseTo(-18.4);
    expect(interval![1]).toBeCloseTo(-15.2);
  });

  it('A measure that is equal for all outcomes but one has the interval of that share', () => {
    const { value, interval, kind } = linearEstimate(weights({ train: 10, maglev: 10 }), shares);
    expect(kind).toBe('exact');
    expect(value).toBeCloseTo(5);
    expect(interval![1] - interval![0]).toBeCloseTo(2 * 10 * 0.03);
  });

  it('A measure of the outcomes of a reported group has the interval of the group', () => {
    const four = [...shares.slice(0, 2), figure('maglev', 0.2, 0.02), figure('bus', 0.1, 0.02)];
    const group = { ...figure('rail', 0.4, 0.01), outcomes: ['maglev', 'train'] };
    expect(linearEstimate(weights({ train: 10, maglev: 10 }), four).kind).toBe('conservative');
    const { kind, interval } = linearEstimate(weights({ train: 10, maglev: 10 }), four, [group]);
    expect(kind).toBe('exact');
    expect(interval![1] - interval![0]).toBeCloseTo(0.2);
  });

  it('A measure that is the same for every agent has no error', () => {
    const { interval, kind } = linearEstimate(weights({ train: 7, car: 7, maglev: 7 }), shares);
    expect(kind).toBe('exact');
    expect(interval![0]).toBeCloseTo(7);
    expect(interval![1]).toBeCloseTo(7);
  });

  it('With different values, the conservative bound is at least as wide as the true interval', () => {
    const agents = 1000;
    for (let round = 0; round < 200; round += 1) {
      const raw = Array.from({ length: 4 }, (_, k) => 1 + ((round * 7 + k * 13) % 11));
      const probabilities = raw.map((each) => each / raw.reduce((a, b) => a + b));
      const values = Array.from({ length: 4 }, (_, k) => ((round * 31 + k * k * 17) % 41) - 20);
      const figures = probabilities.map((p, k) => figure(String(k), p, 1.96 * Math.sqrt((p * (1 - p)) / agents)));
      const { interval } = linearEstimate(new Map(values.map((value, k) => [String(k), value])), figures);
      const halfWidth = (interval![1] - interval![0]) / 2;
      expect(halfWidth).toBeGreaterThanOrEqual(multinomialHalfWidth(probabilities, values, agents) - 1e-12);
    }
  });

  it('Differences of shares add up to 0, so a constant for all outcomes changes nothing', () => {
    const differences = [figure('train', 0.05, 0.01), figure('car', -0.05, 0.02)];
    const plain = linearEstimate(weights({ train: 80 }), differences);
    const shifted = linearEstimate(weights({ train: 180, car: 100 }), differences);
    expect(shifted.value).toBeCloseTo(plain.value);
    expect(shifted.kind).toBe('exact');
    expect(shifted.interval![0]).toBeCloseTo(plain.interval![0]);
  });

  it('Without the interval of a needed share, there is no interval', () => {
    const unknown = [figure('train', 0.2, null), figure('car', 0.5, null), figure('maglev', 0.3, null)];
    expect(linearEstimate(weights({ train: 80 }), unknown)).toMatchObject({ interval: null, kind: 'none' });
    expect(linearEstimate(weights({ train: 80, car: 3 }), unknown)).toMatchObject({ interval: null, kind: 'none' });
  });

  it('Shares that do not add up to 1 are not shifted by a constant', () => {
    const part = [figure('a', 0.2, 0.01), figure('b', 0.2, 0.01)];
    const { interval, kind } = linearEstimate(weights({ a: 10, b: 10 }), part);
    expect(kind).toBe('conservative');
    expect(interval![1] - interval![0]).toBeCloseTo(0.4);
  });
});

describe('addedEstimates', () => {
  it('The sum of two uncertain estimates is conservative, and a known number keeps the other interval exact', () => {
    const first = { value: 1, interval: [0, 2], kind: 'exact' } as const;
    const second = { value: 5, interval: [4, 6], kind: 'exact' } as const;
    const known = { value: 5, interval: [5, 5], kind: 'exact' } as const;
    expect(addedEstimates(first, second)).toEqual({ value: 6, interval: [4, 8], kind: 'conservative' });
    expect(addedEstimates(first, known)).toEqual({ value: 6, interval: [5, 7], kind: 'exact' });
  });
});
