import fc from 'fast-check';
import {
  fillUniforms,
  type StreamPurpose,
  streamPurposes,
  gumbelFromUniform,
  uniformFromWords,
  logisticFromUniform,
} from './stream.js';
import { streamKey } from './stream-key.js';
import { normalQuantile } from '../math/normal.js';

const key = streamKey(0, 'stream-spec');

function uniforms(
  slots: number,
  from: number,
  to: number,
  purpose: StreamPurpose = streamPurposes.choice,
  step = 0,
): Float64Array {
  const out = new Float64Array(slots * (to - from));
  fillUniforms(key, purpose, step, slots, from, to, out);
  return out;
}

function correlation(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += (x[k]! - 0.5) * (y[k]! - 0.5);
  return (12 * sum) / x.length;
}

describe('fillUniforms', () => {
  it('The random numbers of an agent do not depend on the range or the number of slots', () => {
    const whole = uniforms(6, 0, 50);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 49 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 6 }),
        (from, length, slots) => {
          const to = Math.min(50, from + length);
          const part = uniforms(slots, from, to);
          for (let slot = 0; slot < slots; slot++) {
            expect(part.slice(slot * (to - from), (slot + 1) * (to - from))).toEqual(
              whole.slice(slot * 50 + from, slot * 50 + to),
            );
          }
        },
      ),
    );
  });

  it('Purposes, steps, agents and slots never share a random number', () => {
    const all = [
      ...uniforms(5, 0, 1_000, streamPurposes.population),
      ...uniforms(5, 0, 1_000, streamPurposes.perception),
      ...uniforms(5, 0, 1_000, streamPurposes.choice),
      ...uniforms(5, 0, 1_000, streamPurposes.choice, 1),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('The random numbers are uniform in a chi-square test with 100 equal cells', () => {
    const counts = new Float64Array(100);
    const sample = uniforms(4, 0, 50_000);
    for (const uniform of sample) counts[Math.floor(uniform * 100)]! += 1;
    const expected = sample.length / 100;
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // The 0.001 and 0.999 quantiles with 99 degrees of freedom.
    expect(chiSquare).toBeGreaterThan(60.8);
    expect(chiSquare).toBeLessThan(149.0);
  });

  it('The random numbers are uncorrelated between slots, neighboring agents and purposes', () => {
    const count = 100_000;
    const slots = uniforms(3, 0, count);
    const next = uniforms(1, 1, count + 1);
    const other = uniforms(1, 0, count, streamPurposes.population);
    const first = slots.subarray(0, count);
    const pairs = [slots.subarray(count, 2 * count), slots.subarray(2 * count), next, other];
    // Four standard errors.
    for (const pair of pairs) expect(Math.abs(correlation(first, pair))).toBeLessThan(4 / Math.sqrt(count));
  });
});

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

describe('logisticFromUniform', () => {
  it('logisticFromUniform inverts the logistic distribution function', () => {
    for (const uniform of [1e-9, 0.02, 0.5, 0.75, 0.999]) {
      expect(1 / (1 + Math.exp(-logisticFromUniform(uniform)))).toBeCloseTo(uniform, 12);
    }
  });

  it('Logistic numbers have mean 0 and variance π² / 3', () => {
    const cells = 200_000;
    let [sum, squares] = [0, 0];
    for (let cell = 0; cell < cells; cell++) {
      const value = logisticFromUniform((cell + 0.5) / cells);
      sum += value;
      squares += value * value;
    }
    expect(sum / cells).toBeCloseTo(0, 10);
    expect(squares / cells).toBeCloseTo(Math.PI ** 2 / 3, 2);
  });

  it('Logistic numbers are finite at the smallest and the largest uniform number', () => {
    const least = logisticFromUniform(uniformFromWords(0, 0));
    const greatest = logisticFromUniform(uniformFromWords(2 ** 32 - 1, 2 ** 32 - 1));
    expect(least).toBeCloseTo(-36.74, 2);
    expect(greatest).toBeCloseTo(36.74, 2);
  });
});
