import type { Benchmark, Figure } from './figures.js';
import {
  birthdaySpacings,
  byteFrequencies,
  correlation,
  hammingWeights,
  matrixRanks,
  serialPairs,
} from './randomness/battery.js';
import { streams } from './randomness/streams.js';

const pieceSize = 1 << 20;

/** Statistical tests of the random numbers of the engine, in the orders in which simulations read them. */
export const randomness: Benchmark = {
  name: 'randomness',
  about: 'p-values of statistical tests of the random numbers; SVC_BENCH_DRAWS numbers per stream (default 2^24)',
  run: () => Promise.resolve(streams().flatMap((stream) => judge(stream.about, stream.fill))),
};

function judge(about: string, fill: (out: Float64Array) => void): Figure[] {
  const draws = Number(process.env.SVC_BENCH_DRAWS ?? 2 ** 24);
  const tests = [
    byteFrequencies(),
    ...[1, 2, 3, 4].map(serialPairs),
    ...[1, 2, 4, 1_024].map(correlation),
    hammingWeights(),
    birthdaySpacings(),
    matrixRanks(),
  ];
  const numbers = new Float64Array(pieceSize);
  const words = new Uint32Array(pieceSize);
  for (let done = 0; done < draws; done += pieceSize) {
    fill(numbers);
    for (let k = 0; k < pieceSize; k++) words[k] = Math.floor(numbers[k]! * 2 ** 32);
    for (const test of tests) test.feed(words);
  }
  return tests.map((test) => ({
    case: `${about}: ${test.name}`,
    value: test.result(),
    unit: 'p',
    against: null,
    ratio: null,
  }));
}
