import { normalQuantile } from '../../model/math/normal.js';

/** Random numbers for the data of the benchmark. They are independent of the random numbers of the engine. */
export interface Random {
  /** Uniform on the open interval from 0 to 1. */
  uniform(): number;
  normal(): number;
  /** Position that a distribution selects; the probabilities sum to 1. */
  select(probabilities: readonly number[]): number;
  /** One of the values, all with equal probability. */
  pick<T>(values: readonly T[]): T;
}

/**
 * Generator sfc32 with 128 bits of state. Source: Doty-Humphrey, "sfc32" (2010).
 *
 * @param seed whole number; each seed gives an independent sequence
 */
export function randomOf(seed: number): Random {
  let [a, b, c, counter] = [0x9e3779b9, seed | 0, Math.floor(seed / 2 ** 32) | 0, 1];
  function next(): number {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return sum >>> 0;
  }
  // The first outputs still depend visibly on the seed.
  for (let k = 0; k < 20; k++) next();
  const uniform = () => (next() + 0.5) / 2 ** 32;
  return {
    uniform,
    normal: () => normalQuantile(uniform()),
    select(probabilities) {
      let rest = uniform();
      return Math.max(
        0,
        probabilities.findIndex((probability, k) => (rest -= probability) < 0 || k === probabilities.length - 1),
      );
    },
    pick: (values) => values[Math.floor(uniform() * values.length)]!,
  };
}
