import fc from 'fast-check';
import { cellAt } from './compiled-cells.js';

describe('cellAt', () => {
  it('counts the cuts that are not above the number, for few cuts and for many, also where cuts are equal', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 200 }),
        fc.integer({ min: -1, max: 61 }),
        (unsorted, number) => {
          const cuts = Float64Array.from(unsorted).sort();
          expect(cellAt(cuts, number)).toBe(cuts.filter((cut) => cut <= number).length);
        },
      ),
    );
  });
});
