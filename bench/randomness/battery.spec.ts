import { birthdaySpacings, byteFrequencies, correlation, hammingWeights, matrixRanks, serialPairs } from './battery.js';
import { streams } from './streams.js';

const tests = () => [
  byteFrequencies(),
  serialPairs(1),
  correlation(1),
  hammingWeights(),
  birthdaySpacings(),
  matrixRanks(),
];

const WORDS = 1 << 18;

function judged(next: () => number) {
  const words = Uint32Array.from({ length: WORDS }, next);
  return Object.fromEntries(
    tests().map((test) => {
      test.feed(words);
      return [test.name, test.result()];
    }),
  );
}

describe('the battery of tests of random numbers', () => {
  it('finds nothing odd in the engine’s numbers, in any order in which they are read', () => {
    for (const { fill } of streams()) {
      const numbers = new Float64Array(WORDS);
      fill(numbers);
      let at = 0;
      const found = judged(() => Math.floor(numbers[at++]! * 2 ** 32));
      for (const p of Object.values(found)) expect(p).toBeGreaterThan(1e-5);
    }
  });

  it.each([
    ['a counter', (state: number) => (state + 0x9e3779b9) >>> 0, ['pairs at distance 1', 'birthday spacings']],
    ['a shift register', (state: number) => shifted(state), ['ranks of 32 × 32 bits']],
    ['a multiplier', (state: number) => (Math.imul(state, 69_069) + 1) >>> 0, ['bytes of a word']],
  ])('finds %s out', (_, step, by) => {
    let state = 1;
    const found = judged(() => (state = step(state)));
    for (const name of by) expect(found[name]).toBeLessThan(1e-9);
  });
});

/** Marsaglia's xorshift32: every 32 numbers in a row are linear in 32 bits. */
function shifted(state: number): number {
  let next = state ^ (state << 13);
  next ^= next >>> 17;
  return (next ^ (next << 5)) >>> 0;
}
