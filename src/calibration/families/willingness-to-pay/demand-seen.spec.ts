import { demandSeen } from './demand-seen.js';
import { type WillingnessToPay } from '../../../engine/families/willingness-to-pay/schema.js';

const decision = { outcomes: [{}, {}, {}], curve: { prices: [5, 10, 20, 50] } } as unknown as WillingnessToPay;

function demand(...people: [lower: number, upper: number][]) {
  const intervals = {
    lower: Float64Array.from(people, ([lower]) => lower),
    upper: Float64Array.from(people, ([, upper]) => upper),
    weights: undefined,
  };
  return demandSeen(decision, intervals, Int32Array.from(people.keys())).map(({ value }) => value);
}

describe('demandSeen', () => {
  it('is the share above each bid where intervals do not overlap', () => {
    expect(demand([0, 5], [0, 5], [5, 20], [20, Infinity]).slice(4)).toEqual([0.5, NaN, 0.25, NaN]);
  });

  it('divides overlapping intervals as those say that are narrower', () => {
    // One of three lies below 5, two above it: so does the fourth, who says nothing, with two thirds.
    const found = demand([0, 5], [5, 20], [5, 20], [0, 20]);
    expect(found[4]).toBeCloseTo(2 / 3, 6);
    expect(found[6]).toBe(0);
  });

  it('does not say who pays nothing, nor the mean', () => {
    expect(demand([0, 5], [5, Infinity]).slice(0, 4)).toEqual([NaN, NaN, NaN, NaN]);
  });
});
