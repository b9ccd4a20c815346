import fc from 'fast-check';
import { gumbelFromUniform, uniformFromWords } from './stream.js';
import { normalQuantile } from '../math/normal.js';

const largestWord = 0xffffffff;

describe('uniformFromWords', () => {
  it('Uniform numbers stay strictly between 0 and 1, so that no random error is infinite', () => {
    const [low, high] = [uniformFromWords(0, 0), uniformFromWords(largestWord, largestWord)];
    expect(low).toBe(2 ** -53);
    expect(high).toBe(1 - 2 ** -53);
    for (const uniform of [low, high]) {
      expect(Number.isFinite(gumbelFromUniform(uniform))).toBe(true);
      expect(Number.isFinite(normalQuantile(uniform))).toBe(true);
    }
  });

  it('Uniform numbers rise with the first word, and with the second word if the first is equal', () => {
    const word = fc.integer({ min: 0, max: largestWord - 64 });
    fc.assert(
      fc.property(word, word, (first, second) => {
        expect(uniformFromWords(first + 64, second)).toBeGreaterThan(uniformFromWords(first, largestWord));
        expect(uniformFromWords(first, second + 64)).toBeGreaterThan(uniformFromWords(first, second));
      }),
    );
  });
});
