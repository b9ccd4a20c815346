import { exceedsRandomError } from './golden-simulation.js';

const agents = 500;

/** Probabilities that 0, 1, 2, … agents choose the outcome, each with the same probability. */
function binomial(probability: number): number[] {
  let one = (1 - probability) ** agents;
  return Array.from({ length: agents + 1 }, (_, count) => {
    const own = one;
    one *= ((agents - count) / (count + 1)) * (probability / (1 - probability));
    return own;
  });
}

describe('Test of shares against random error', () => {
  it.each([0.0001, 0.001, 0.006, 0.05, 0.3, 0.5, 0.7])(
    'Fewer than one valid definition in a million is rejected at an expected share of %d',
    (probability) => {
      const refused = binomial(probability).filter((_, count) =>
        exceedsRandomError(count / agents, probability, agents),
      );
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.reduce((sum, one) => sum + one, 0)).toBeLessThan(1e-6);
    },
  );

  it('A share of 0 is rejected if 6% are expected, and accepted if 0.6% are expected', () => {
    expect(exceedsRandomError(0, 0.06, agents)).toBe(true);
    expect(exceedsRandomError(0, 0.006, agents)).toBe(false);
  });

  it.each([
    [0, 0, false],
    [1, 1, false],
    [1, 1 + 1e-15, false],
    [0, -1e-17, false],
    [0.002, 0, true],
    [0.998, 1, true],
  ])('A share of %d with a certain expectation of %d is rejected: %j', (share, expected, isBeyond) => {
    expect(exceedsRandomError(share, expected, agents)).toBe(isBeyond);
  });
});
