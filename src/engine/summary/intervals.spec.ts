import fc from 'fast-check';
import { pairedDifferenceInterval, wilsonInterval } from './intervals.js';

describe('wilsonInterval', () => {
  // Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('The interval for %d out of %d matches the published one', (count, total, low, high) => {
    const interval = wilsonInterval(count, total);
    expect(interval[0]).toBeCloseTo(low, 4);
    expect(interval[1]).toBeCloseTo(high, 4);
  });

  it('A Wilson interval contains the share, has a positive width and stays within 0 to 1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (total, part) => {
        const count = Math.round(part * total);
        const [low, high] = wilsonInterval(count, total);
        expect(low).toBeLessThanOrEqual(count / total);
        expect(high).toBeGreaterThanOrEqual(count / total);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(high).toBeGreaterThan(low);
      }),
    );
  });
});

describe('pairedDifferenceInterval', () => {
  it('A paired difference has the adjusted Wald interval of Bonett and Price', () => {
    // By hand: (13 - 5) / 102 ± 1.96 √((18/102 - (8/102)²) / 102).
    const [low, high] = pairedDifferenceInterval(12, 4, 100);
    expect(low).toBeCloseTo(-0.00166, 4);
    expect(high).toBeCloseTo(0.15852, 4);
  });

  it('The interval of a paired difference changes its sign if gains and losses are swapped', () => {
    const [low, high] = pairedDifferenceInterval(12, 4, 100);
    const swapped = pairedDifferenceInterval(4, 12, 100);
    expect(swapped[0]).toBeCloseTo(-high, 12);
    expect(swapped[1]).toBeCloseTo(-low, 12);
  });

  it('The interval of a paired difference covers the true difference in about 95% of samples', () => {
    // Exact coverage for 300 agents that gain with probability 0.06 and lose with 0.02, summed over all samples of relevant probability.
    const [gain, lose, total] = [0.06, 0.02, 300];
    let covered = 0;
    const logFactorials = [0];
    for (let k = 1; k <= total; k++) logFactorials[k] = logFactorials[k - 1]! + Math.log(k);
    for (let gained = 0; gained <= 60; gained++) {
      for (let lost = 0; lost <= 40; lost++) {
        const stayed = total - gained - lost;
        const logProbability =
          logFactorials[total]! -
          logFactorials[gained]! -
          logFactorials[lost]! -
          logFactorials[stayed]! +
          gained * Math.log(gain) +
          lost * Math.log(lose) +
          stayed * Math.log(1 - gain - lose);
        const [low, high] = pairedDifferenceInterval(gained, lost, total);
        if (low <= gain - lose && gain - lose <= high) covered += Math.exp(logProbability);
      }
    }
    expect(covered).toBeGreaterThan(0.94);
    expect(covered).toBeLessThan(0.97);
  });
});
