import { philox4x32 } from './philox.js';
import type { StreamKey } from './stream-key.js';
import { uniformFromWords } from './uniform.js';

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
} as const;

export type StreamPurpose = (typeof streamPurposes)[keyof typeof streamPurposes];

const uniformsPerBlock = 2;

/**
 * Fills uniform numbers in (0, 1) for the agents [from, to): `out[slot * (to - from) + (agent - from)]`.
 *
 * Counter words: agent; decision or step; purpose (upper 8 bits) and block (lower 24 bits); replicate. A block of 128 bits gives two slots.
 * A number depends only on its key and counter, and not on the number of agents, the chunk, the scenario or the number of slots.
 *
 * @param step number of the decision or step, from 0
 * @param slots number of uniform numbers per agent
 * @param out array of at least `slots * (to - from)` numbers
 * @param replicate number of the replicate; each replicate gives other random numbers to the same agents
 */
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
  const count = to - from;
  const words = new Uint32Array(4);
  for (let slot = 0; slot < slots; slot += uniformsPerBlock) {
    const address = (purpose << 24) | (slot / uniformsPerBlock);
    const hasSecond = slot + 1 < slots;
    for (let row = 0; row < count; row++) {
      philox4x32(key.word0, key.word1, from + row, step, address, replicate, words);
      out[slot * count + row] = uniformFromWords(words[0]!, words[1]!);
      if (hasSecond) out[(slot + 1) * count + row] = uniformFromWords(words[2]!, words[3]!);
    }
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
