import fc from 'fast-check';
import { type Option, switchingChanges } from './choice-transcriber.js';

// Integers, because nearly parallel lines cross so far away that rounding decides.
const number = fc.integer({ min: -50, max: 50 });
const options = fc.array(fc.record({ score: number, slope: number }), { minLength: 2, maxLength: 5 });

/** Index of the best option after a change of the parameter; the first of equal options. */
function bestAfter(options: readonly Option[], change: number): number {
  let best = 0;
  options.forEach((option, k) => {
    const leader = options[best]!;
    if (option.score + option.slope * change > leader.score + leader.slope * change) best = k;
  });
  return best;
}

/** Lead of the best option over the chosen option after a change. */
function shortfall(all: readonly Option[], chosen: number, change: number): number {
  const scoreAt = ({ score, slope }: Option) => score + slope * change;
  return scoreAt(all[bestAfter(all, change)]!) - scoreAt(all[chosen]!);
}

describe('switchingChanges', () => {
  it('The chosen option is best before a switching change, and another option is best beyond it', () => {
    fc.assert(
      fc.property(options, (all) => {
        const chosen = bestAfter(all, 0);
        // Error terms are continuous, so two options never have equal scores.
        fc.pre(all.every(({ score }, k) => k === chosen || score < all[chosen]!.score));
        for (const change of switchingChanges(all, chosen)) {
          expect(shortfall(all, chosen, change * 0.999)).toBeLessThanOrEqual(1e-9);
          expect(shortfall(all, chosen, change)).toBeCloseTo(0, 6);
          expect(shortfall(all, chosen, change * 1.01)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('Of several crossings, the nearest in each direction is returned', () => {
    const all = [
      { score: 3, slope: 0 },
      { score: 2, slope: 1 },
      { score: 0, slope: 2 },
      { score: 1, slope: -1 },
    ];
    expect(switchingChanges(all, 0)).toEqual([-2, 1]);
  });

  it('Parallel options have no switching change', () => {
    expect(
      switchingChanges(
        [
          { score: 2, slope: 0.5 },
          { score: 1, slope: 0.5 },
        ],
        0,
      ),
    ).toEqual([]);
  });
});
