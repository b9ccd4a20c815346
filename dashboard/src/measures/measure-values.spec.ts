import type { Figure } from './linear-estimate';
import { measureSentence, type Measure, highestOf, measureDifference, measureEstimate, type Figures } from './measure';

const figures = (values: Record<string, [number, number]>): Figures => ({
  outcomes: Object.entries(values).map(([id, [value, halfWidth]]): Figure => ({
    id,
    value,
    interval: [value - halfWidth, value + halfWidth],
  })),
  groups: [],
});
const revenue: Measure = {
  id: 'revenue',
  name: 'Revenue',
  unit: 'CHF',
  parameter: null,
  values: { train: { constant: 80, factor: 0 } },
};
const byFare: Measure = { ...revenue, parameter: 'fare', values: { train: { constant: 0, factor: 100 } } };

describe('measureEstimate', () => {
  it('Revenue is stated per 1,000 agents', () => {
    const estimate = measureEstimate(revenue, {}, figures({ train: [0.25, 0.01], car: [0.75, 0.01] }));
    expect(estimate.value).toBeCloseTo(20_000);
    expect(estimate.interval![0]).toBeCloseTo(19_200);
    expect(estimate.kind).toBe('exact');
  });

  it('A price can depend on the value of a parameter', () => {
    const shares = figures({ train: [0.25, 0.01], car: [0.75, 0.01] });
    expect(measureEstimate(byFare, { fare: 0.8 }, shares).value).toBeCloseTo(20_000);
    expect(measureEstimate(byFare, { fare: 1.2 }, shares).value).toBeCloseTo(30_000);
  });
});

describe('measureDifference', () => {
  const pair = {
    first: { scenario: { fare: 1 }, shares: figures({ train: [0.25, 0.02], car: [0.75, 0.02] }) },
    second: { scenario: { fare: 0.8 }, shares: figures({ train: [0.3, 0.02], car: [0.7, 0.02] }) },
    differences: figures({ train: [0.05, 0.005], car: [-0.05, 0.005] }),
  };

  it('With constant values, the interval is the paired interval of the service', () => {
    const difference = measureDifference(revenue, pair);
    expect(difference.value).toBeCloseTo(4_000);
    expect(difference.interval![0]).toBeCloseTo(3_600);
    expect(difference.kind).toBe('exact');
  });

  it('With values that differ between the simulations, the interval is a conservative bound', () => {
    const difference = measureDifference(byFare, pair);
    // 0.3 × 80 − 0.25 × 100, per 1,000 agents.
    expect(difference.value).toBeCloseTo(-1_000);
    expect(difference.kind).toBe('conservative');
    // 80 × 0.005 + 20 × 0.02 to each side.
    expect(difference.interval![0]).toBeCloseTo(-1_800);
    expect(difference.interval![1]).toBeCloseTo(-200);
  });
});

describe('highestOf', () => {
  const at = (value: number, halfWidth: number) => ({
    value,
    interval: [value - halfWidth, value + halfWidth] as const,
    kind: 'exact' as const,
  });

  it('The highest value is reported with the values whose intervals overlap with its interval', () => {
    expect(highestOf([at(1, 1), at(9, 1), at(10, 1), at(7, 1)])).toEqual({ index: 2, overlapping: [1] });
  });

  it('Without intervals, the overlap is unknown', () => {
    expect(highestOf([{ value: 3, interval: null, kind: 'none' }])).toEqual({ index: 0, overlapping: null });
    expect(highestOf([])).toBeUndefined();
  });
});

describe('measureSentence', () => {
  const outcomes = [
    { id: 'train', label: 'Train' },
    { id: 'maglev', label: 'Swissmetro' },
    { id: 'car', label: 'Car' },
  ];

  it('The sentence states the value of each outcome, and that the others count 0', () => {
    expect(measureSentence(revenue, outcomes, undefined)).toBe(
      'Revenue per 1,000 agents: 80 CHF for each agent with the outcome “Train”. All other outcomes count 0.',
    );
  });

  it('The sentence combines outcomes with the same value, and names the parameter of a price', () => {
    const measure: Measure = {
      ...byFare,
      values: {
        train: { constant: 0, factor: 60 },
        maglev: { constant: 0, factor: 60 },
        car: { constant: -5, factor: 0 },
      },
    };
    expect(measureSentence(measure, outcomes, 'Rail fares')).toBe(
      'Revenue per 1,000 agents: 60 CHF × “Rail fares” for each agent with the outcome “Train” or “Swissmetro”, −5 CHF for each agent with the outcome “Car”.',
    );
  });
});
