import fc from 'fast-check';
import { roundedShares } from './fit-margins.js';

describe('roundedShares', () => {
  it('The remaining steps go to the largest remainders', () => {
    expect(roundedShares([1, 1, 1])).toEqual([0.333334, 0.333333, 0.333333]);
    expect(roundedShares([2, 1, 0])).toEqual([0.666667, 0.333333, 0]);
  });

  it('Shares sum to exactly 1 in millionths, each within a millionth of its exact value', () => {
    const weight = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.array(weight, { minLength: 1, maxLength: 300 }), (weights) => {
        const total = weights.reduce((sum, own) => sum + own, 0);
        fc.pre(total > 1e-6);
        const shares = roundedShares(weights);
        expect(shares.reduce((sum, share) => sum + Math.round(share * 1e6), 0)).toBe(1e6);
        shares.forEach((share, k) => expect(Math.abs(share - weights[k]! / total)).toBeLessThan(1.000001e-6));
      }),
    );
  });
});
