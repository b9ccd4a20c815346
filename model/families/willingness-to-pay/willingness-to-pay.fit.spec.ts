import { observedDemand } from './willingness-to-pay.fit.js';
import type { WillingnessToPay } from './willingness-to-pay.schema.js';

const decision = { outcomes: [{}, {}, {}], curve: { prices: [5, 10, 20, 50] } } as unknown as WillingnessToPay;

function demand(...amounts: [lower: number, upper: number][]) {
  const intervals = {
    lower: Float64Array.from(amounts, ([lower]) => lower),
    upper: Float64Array.from(amounts, ([, upper]) => upper),
    weights: undefined,
  };
  return observedDemand(decision, intervals, Int32Array.from(amounts.keys())).map(({ value }) => value);
}

describe('observedDemand', () => {
  it('Without overlapping intervals, demand is the share above each bid', () => {
    expect(demand([0, 5], [0, 5], [5, 20], [20, Infinity]).slice(4)).toEqual([0.5, NaN, 0.25, NaN]);
  });

  it('Overlapping intervals are divided in proportion to narrower intervals', () => {
    // Of three amounts, one is below 5 and two are above. The fourth, unbounded one is therefore above with probability 2/3.
    const found = demand([0, 5], [5, 20], [5, 20], [0, 20]);
    expect(found[4]).toBeCloseTo(2 / 3, 6);
    expect(found[6]).toBe(0);
  });

  it('The share that pays nothing and the mean are unknown', () => {
    expect(demand([0, 5], [5, Infinity]).slice(0, 4)).toEqual([NaN, NaN, NaN, NaN]);
  });
});
