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

const wordCount = 1 << 18;

function pValuesOf(next: () => number) {
  const words = Uint32Array.from({ length: wordCount }, next);
  return Object.fromEntries(
    tests().map((test) => {
      test.feed(words);
      return [test.name, test.result()];
    }),
  );
}

describe('the battery of tests of random numbers', () => {
  it('The random numbers of the engine pass all tests in every reading order', () => {
    for (const { fill } of streams()) {
      const numbers = new Float64Array(wordCount);
      fill(numbers);
      let index = 0;
      const pValues = pValuesOf(() => Math.floor(numbers[index++]! * 2 ** 32));
      for (const p of Object.values(pValues)) expect(p).toBeGreaterThan(1e-5);
    }
  });

  it.each([
    ['a counter', (state: number) => (state + 0x9e3779b9) >>> 0, ['pairs at distance 1', 'birthday spacings']],
    ['a shift register', (state: number) => shifted(state), ['ranks of 32 × 32 bits']],
    ['a multiplier', (state: number) => (Math.imul(state, 69_069) + 1) >>> 0, ['bytes of a word']],
  ])('The tests reject %s', (_, step, failingTests) => {
    let state = 1;
    const pValues = pValuesOf(() => (state = step(state)));
    for (const name of failingTests) expect(pValues[name]).toBeLessThan(1e-9);
  });
});

/** Marsaglia's xorshift32. Any 32 consecutive numbers are linear in 32 bits. */
function shifted(state: number): number {
  let next = state ^ (state << 13);
  next ^= next >>> 17;
  return (next ^ (next << 5)) >>> 0;
}
