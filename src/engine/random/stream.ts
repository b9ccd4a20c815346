import { philox4x32 } from './philox.js';
import { type StreamKey } from './stream-key.js';
import { uniformFromWords } from './uniform.js';

/** What a random number is for. Purposes never share numbers: each has counter blocks of its own. */
export const streamPurposes = {
  /** Who the agent is. */
  population: 1,
  /** Which version of the world the agent meets. */
  perception: 2,
  /** What moves the agent that the model does not know: the error terms. */
  choice: 3,
  /** Other values that the coefficients could have: the agent's word then counts the draws. */
  estimates: 4,
  /** What the agent cares for more than others do: its own coefficients (step 0), its latent class (step 1). */
  taste: 5,
  /** Who knows whom: the agent's word counts agents, or their groups. */
  network: 8,
  /** How long a match goes on: the agent's word is the first of the two. */
  match: 9,
} as const;

export type StreamPurpose = (typeof streamPurposes)[keyof typeof streamPurposes];

const UNIFORMS_PER_BLOCK = 2;

/**
 * Fills one row of uniforms in (0, 1) for each agent of [from, to): `out[slot * (to - from) + (agent - from)]`.
 *
 * Counter words: the agent; the decision or step; purpose (upper 8 bits) and block (lower 24 bits); the replicate.
 * Two slots to a block of 128 bits. A number hence depends on its own address alone: not on the agent count, the chunk, the scenario,
 * or how many slots there are.
 *
 * @param step number of the decision or step, from 0
 * @param slots how many uniforms each agent takes
 * @param out room for at least `slots * (to - from)` numbers
 * @param replicate another number is other luck for the same agents
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
  for (let slot = 0; slot < slots; slot += UNIFORMS_PER_BLOCK) {
    const address = (purpose << 24) | (slot / UNIFORMS_PER_BLOCK);
    const hasSecond = slot + 1 < slots;
    for (let row = 0; row < count; row++) {
      philox4x32(key.word0, key.word1, from + row, step, address, replicate, words);
      out[slot * count + row] = uniformFromWords(words[0]!, words[1]!);
      if (hasSecond) out[(slot + 1) * count + row] = uniformFromWords(words[2]!, words[3]!);
    }
  }
}

/** Two uniforms in (0, 1) of one address: those that `fillUniforms` gives in the slots `2 * block` and `2 * block + 1`. */
export type PairDrawer = (agent: number, step: number, block: number) => readonly [number, number];

/** For numbers that are asked for one by one, in an order that depends on the numbers before. */
export function pairDrawer(key: StreamKey, purpose: StreamPurpose, replicate = 0): PairDrawer {
  const words = new Uint32Array(4);
  return (agent, step, block) => {
    philox4x32(key.word0, key.word1, agent, step, (purpose << 24) | block, replicate, words);
    return [uniformFromWords(words[0]!, words[1]!), uniformFromWords(words[2]!, words[3]!)];
  };
}
