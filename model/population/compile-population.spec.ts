import fc from 'fast-check';
import { cellAt } from './compile-population.js';

describe('cellAt', () => {
  it('The cell is the number of cuts that do not exceed the latent number, for few, many and equal cuts', () => {
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
