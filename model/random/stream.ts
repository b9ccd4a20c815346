import { log } from '../math/elementary.js';
import { type Distribution, distributionCodes, kernel, maxKernelRows } from '../kernel/kernel.js';
import { normalQuantile } from '../math/normal.js';
import { philox4x32 } from './philox.js';
import type { StreamKey } from './stream-key.js';

const twoTo26 = 0x4000000;
const cellWidth = 2 ** -52;

/**
 * Uniform number in the open interval (0, 1) from the upper 26 bits of each of two random 32-bit words.
 *
 * The result is the midpoint of one of 2^52 equal cells, from 2^-53 to 1 - 2^-53, both exact. With 53 bits, the last midpoint would
 * round to 1, and -log(-log u) would be infinite.
 */
export function uniformFromWords(word0: number, word1: number): number {
  return ((word0 >>> 6) * twoTo26 + (word1 >>> 6) + 0.5) * cellWidth;
}

/**
 * Standard logistic number from a uniform number in (0, 1): the inverse of F(x) = 1 / (1 + exp(-x)). The difference of two independent
 * Gumbel numbers has the same distribution. For numbers from `uniformFromWords`, the result is between -36.8 and 36.8, so it is always finite.
 */
export function logisticFromUniform(uniform: number): number {
  return log(uniform / (1 - uniform));
}

/**
 * Standard Gumbel (type I extreme value) number from a uniform number in (0, 1): the inverse of F(x) = exp(-exp(-x)).
 * For numbers from `uniformFromWords`, the result is between -3.7 and 36.8, so it is always finite.
 */
export function gumbelFromUniform(uniform: number): number {
  return -log(-log(uniform));
}

/** Purposes of random numbers. Purposes never share numbers, because each purpose has its own counter blocks. */
export const streamPurposes = {
  /** Attributes of the agent. */
  population: 1,
  /** Assignments of the agent. */
  perception: 2,
  /** Random errors of the agent. */
  choice: 3,
  /** Parameter draws of the coefficients. The agent word is the number of the draw. */
  estimates: 4,
  /** Random coefficients of the agent (step 0) and its latent class (step 1). */
  taste: 5,
  /** Contacts between agents. The agent word is the number of the agent or of a group of agents. */
  network: 8,
  /** Length of a match in a repeated game. The agent word is the number of the first agent of the pair. */
  match: 9,
  /** Samples of a sensitivity analysis. The agent word is the number of the sample. */
  sensitivity: 13,
  /** Common part of the errors in a nest of alternatives. The step is the number of the nest. */
  nest: 14,
} as const;

export type StreamPurpose = (typeof streamPurposes)[keyof typeof streamPurposes];

const uniformsPerBlock = 2;

/** Fills uniform numbers in (0, 1): see `fillNumbers`. */
export function fillUniforms(
  key: StreamKey,
  purpose: StreamPurpose,
  step: number,
  slots: number,
  from: number,
  to: number,
  out: Float64Array,
  replicate = 0,
): void {
  fillNumbers('uniform', key, purpose, step, slots, from, to, out, replicate);
}

/**
 * Fills random numbers of a distribution for the agents [from, to): `out[slot * (to - from) + (agent - from)]`. They are quantiles of uniform
 * numbers in (0, 1). The kernel and the TypeScript code compute the same numbers bit for bit.
 *
 * Counter words: agent; decision or step; purpose (upper 8 bits) and block (lower 24 bits); replicate. A block of 128 bits gives two slots.
 * A number depends only on its key and counter, and not on the number of agents, the chunk, the scenario or the number of slots.
 *
 * @param step number of the decision or step, from 0
 * @param slots number of random numbers per agent
 * @param out array of at least `slots * (to - from)` numbers
 * @param replicate number of the replicate; each replicate gives other random numbers to the same agents
 */
export function fillNumbers(
  distribution: Distribution,
  key: StreamKey,
  purpose: StreamPurpose,
  step: number,
  slots: number,
  from: number,
  to: number,
  out: Float64Array,
  replicate = 0,
): void {
  const fast = kernel();
  const quantile = quantiles[distribution];
  const count = to - from;
  const words = new Uint32Array(4);
  for (let slot = 0; slot < slots; slot += uniformsPerBlock) {
    const address = (purpose << 24) | (slot / uniformsPerBlock);
    const first = out.subarray(slot * count, (slot + 1) * count);
    const second = slot + 1 < slots ? out.subarray((slot + 1) * count, (slot + 2) * count) : undefined;
    for (let row = 0; !fast && row < count; row++) {
      philox4x32(key.word0, key.word1, from + row, step, address, replicate, words);
      first[row] = quantile(uniformFromWords(words[0]!, words[1]!));
      if (second) second[row] = quantile(uniformFromWords(words[2]!, words[3]!));
    }
    for (let row = 0; fast && row < count; row += maxKernelRows) {
      const rows = Math.min(maxKernelRows, count - row);
      const code = distributionCodes[distribution];
      fast.draw(code, key.word0, key.word1, from + row, step, address, replicate, rows);
      first.set(fast.results.first.subarray(0, rows), row);
      second?.set(fast.results.second.subarray(0, rows), row);
    }
  }
}

const quantiles: Record<Distribution, (uniform: number) => number> = {
  uniform: (uniform) => uniform,
  gumbel: gumbelFromUniform,
  logistic: logisticFromUniform,
  normal: normalQuantile,
};

/** Replaces uniform numbers in (0, 1) by standard normal numbers: see `fillNumbers`. */
export function convertToNormal(uniforms: Float64Array): void {
  const fast = kernel();
  if (!fast) {
    for (let k = 0; k < uniforms.length; k++) uniforms[k] = normalQuantile(uniforms[k]!);
    return;
  }
  // The kernel converts two equally long arrays at once.
  for (let from = 0; from < uniforms.length; from += 2 * maxKernelRows) {
    const own = uniforms.subarray(from, from + 2 * maxKernelRows);
    const half = Math.ceil(own.length / 2);
    const { first, second } = fast.results;
    first.set(own.subarray(0, half));
    second.set(own.subarray(half));
    fast.convert(distributionCodes.normal, half);
    own.set(first.subarray(0, half));
    own.set(second.subarray(0, own.length - half), half);
  }
}

/** Returns two uniform numbers in (0, 1): the numbers of `fillUniforms` in the slots `2 * block` and `2 * block + 1`. */
export type PairDrawer = (agent: number, step: number, block: number) => readonly [number, number];

/** Draws pairs of uniform numbers one by one, for processes in which the next draw depends on earlier numbers. */
export function pairDrawer(key: StreamKey, purpose: StreamPurpose, replicate = 0): PairDrawer {
  const words = new Uint32Array(4);
  return (agent, step, block) => {
    philox4x32(key.word0, key.word1, agent, step, (purpose << 24) | block, replicate, words);
    return [uniformFromWords(words[0]!, words[1]!), uniformFromWords(words[2]!, words[3]!)];
  };
}
