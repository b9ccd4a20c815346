import fc from 'fast-check';
import { bestAfter, type Option, tippingChanges } from './crossings.js';

// Whole numbers: lines that are all but parallel would cross so far out that rounding decides.
const number = fc.integer({ min: -50, max: 50 });
const options = fc.array(fc.record({ score: number, slope: number }), { minLength: 2, maxLength: 5 });

/** By how much the best option leads the one chosen after a change. */
function shortfall(all: readonly Option[], chosen: number, change: number): number {
  const scoreAt = ({ score, slope }: Option) => score + slope * change;
  return scoreAt(all[bestAfter(all, change)]!) - scoreAt(all[chosen]!);
}

describe('tippingChanges', () => {
  it('is where the choice tips: before it the option chosen is best, beyond it another', () => {
    fc.assert(
      fc.property(options, (all) => {
        const chosen = bestAfter(all, 0);
        // Error terms are continuous: two options never start level.
        fc.pre(all.every(({ score }, k) => k === chosen || score < all[chosen]!.score));
        for (const change of tippingChanges(all, chosen)) {
          expect(shortfall(all, chosen, change * 0.999)).toBeLessThanOrEqual(1e-9);
          expect(shortfall(all, chosen, change)).toBeCloseTo(0, 6);
          expect(shortfall(all, chosen, change * 1.01)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('finds the nearest of several crossings in each direction', () => {
    const all = [
      { score: 3, slope: 0 },
      { score: 2, slope: 1 },
      { score: 0, slope: 2 },
      { score: 1, slope: -1 },
    ];
    expect(tippingChanges(all, 0)).toEqual([-2, 1]);
  });

  it('finds nothing where no change matters', () => {
    expect(
      tippingChanges(
        [
          { score: 2, slope: 0.5 },
          { score: 1, slope: 0.5 },
        ],
        0,
      ),
    ).toEqual([]);
  });
});
