import { fillUniforms, streamPurposes } from '../../src/engine/random/stream.js';
import { streamKey } from '../../src/engine/random/stream-key.js';

/** Uniform numbers, in the order in which some reader meets them. */
export interface Stream {
  readonly about: string;
  /** Fills `out` with the next numbers. */
  readonly fill: (out: Float64Array) => void;
}

const AGENTS = 4_096;

/** Agent by agent, every slot of one decision: what neighbours share must not show. */
function acrossAgents(slots: number): Stream {
  const key = streamKey(0, 'randomness');
  let step = 0;
  return {
    about: `${slots} slots of neighbouring agents`,
    fill(out) {
      const columns = new Float64Array(slots * AGENTS);
      for (let at = 0; at < out.length; at += columns.length) {
        fillUniforms(key, streamPurposes.choice, step++, slots, 0, AGENTS, columns);
        for (let k = 0; k < columns.length && at + k < out.length; k++) {
          out[at + k] = columns[(k % slots) * AGENTS + Math.floor(k / slots)]!;
        }
      }
    },
  };
}

/** One agent's decisions, step after step. */
function acrossSteps(): Stream {
  const key = streamKey(1, 'randomness');
  const one = new Float64Array(2);
  let [agent, step] = [0, 0];
  return {
    about: 'steps of one agent, then of the next',
    fill(out) {
      for (let at = 0; at < out.length; at += 2) {
        fillUniforms(key, streamPurposes.choice, step, 2, agent, agent + 1, one);
        out[at] = one[0]!;
        out[at + 1] = one[1]!;
        step = (step + 1) % 1_024;
        if (step === 0) agent++;
      }
    },
  };
}

/** The same address under seeds that follow each other. */
function acrossSeeds(): Stream {
  const block = new Float64Array(64);
  let seed = 0;
  return {
    about: 'the first agents of seeds in a row',
    fill(out) {
      for (let at = 0; at < out.length; at += block.length) {
        fillUniforms(streamKey(seed++, 'randomness'), streamPurposes.choice, 0, 1, 0, block.length, block);
        out.set(block.subarray(0, Math.min(block.length, out.length - at)), at);
      }
    },
  };
}

/** Purposes taken in turn, as a simulation does. */
function acrossPurposes(): Stream {
  const key = streamKey(2, 'randomness');
  const purposes = [streamPurposes.population, streamPurposes.perception, streamPurposes.choice, streamPurposes.taste];
  const columns = purposes.map(() => new Float64Array(AGENTS));
  let step = 0;
  return {
    about: 'the purposes of one agent, then of the next',
    fill(out) {
      for (let at = 0; at < out.length; at += purposes.length * AGENTS) {
        purposes.forEach((purpose, k) => fillUniforms(key, purpose, step, 1, 0, AGENTS, columns[k]!));
        step++;
        for (let row = 0; row < AGENTS; row++) columns.forEach((column, k) => (out[at + row * 4 + k] = column[row]!));
      }
    },
  };
}

export const streams = (): Stream[] => [
  acrossAgents(4),
  acrossAgents(1),
  acrossSteps(),
  acrossSeeds(),
  acrossPurposes(),
];
