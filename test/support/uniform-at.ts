import { philox4x32 } from '../../model/random/philox.js';
import { uniformFromWords } from '../../model/random/stream.js';

/** Uniform random numbers on the interval from 0 to 1, by row and slot. */
export function uniformAt(seed: number): (row: number, slot: number) => number {
  const words = new Uint32Array(4);
  return (row, slot) => {
    philox4x32(seed, 0, row, slot, 0, 0, words);
    return uniformFromWords(words[0]!, words[1]!);
  };
}
