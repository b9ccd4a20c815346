import { randomSeed } from './crypto.js';

describe('randomSeed', () => {
  it('A random seed is a safe integer, uniform over the whole range', () => {
    const seeds = Array.from({ length: 10_000 }, randomSeed);
    expect(seeds.every((seed) => Number.isSafeInteger(seed) && seed >= 0)).toBe(true);
    expect(new Set(seeds).size).toBe(seeds.length);
    const upperHalf = seeds.filter((seed) => seed >= 2 ** 52).length;
    expect(Math.abs(upperHalf - 5_000)).toBeLessThan(400);
    expect(seeds.some((seed) => seed % 2 === 1)).toBe(true);
  });
});
