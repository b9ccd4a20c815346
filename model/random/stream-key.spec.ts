import { streamKey } from './stream-key.js';

const words = (seed: number, workflow: string) => {
  const { word0, word1 } = streamKey(seed, workflow);
  return [word0, word1].map((word) => word.toString(16).padStart(8, '0')).join('');
};

describe('streamKey', () => {
  it('The key is the first 64 bits of SHA-256 over the JSON of seed and workflow, for the smallest and the largest seed', () => {
    // printf '%s' '[0,"swissmetro-mode-choice"]' | sha256sum
    expect(words(0, 'swissmetro-mode-choice')).toBe('8ab87909bc256af4');
    expect(words(Number.MAX_SAFE_INTEGER, 'swissmetro-mode-choice')).toBe('43f11675ac47e2bc');
  });

  it('Different seeds and different workflows have different keys', () => {
    const keys = [words(0, 'a'), words(1, 'a'), words(0, 'b'), words(Number.MAX_SAFE_INTEGER - 1, 'a')];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each([-1, 0.5, 2 ** 53, NaN, Infinity])('The seed %d is rejected', (seed) => {
    expect(() => streamKey(seed, 'a')).toThrow(`The seed ${seed} is invalid. Use an integer from 0 to 2^53 - 1.`);
  });
});
