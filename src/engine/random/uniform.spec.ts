import fc from 'fast-check';
import { gumbelFromUniform } from './gumbel.js';
import { normalQuantile } from '../math/normal.js';
import { uniformFromWords } from './uniform.js';

const LARGEST_WORD = 0xffffffff;

describe('uniformFromWords', () => {
  it('stays inside 0 and 1 at both ends, so that no error term is infinite', () => {
    const [low, high] = [uniformFromWords(0, 0), uniformFromWords(LARGEST_WORD, LARGEST_WORD)];
    expect(low).toBe(2 ** -53);
    expect(high).toBe(1 - 2 ** -53);
    for (const uniform of [low, high]) {
      expect(Number.isFinite(gumbelFromUniform(uniform))).toBe(true);
      expect(Number.isFinite(normalQuantile(uniform))).toBe(true);
    }
  });

  it('rises with its first word, and with its second where the first is the same', () => {
    const word = fc.integer({ min: 0, max: LARGEST_WORD - 64 });
    fc.assert(
      fc.property(word, word, (first, second) => {
        expect(uniformFromWords(first + 64, second)).toBeGreaterThan(uniformFromWords(first, LARGEST_WORD));
        expect(uniformFromWords(first, second + 64)).toBeGreaterThan(uniformFromWords(first, second));
      }),
    );
  });
});
