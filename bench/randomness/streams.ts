import { fillUniforms, streamPurposes } from '../../src/engine/random/stream.js';
import { streamKey } from '../../src/engine/random/stream-key.js';

/** Uniform numbers in one reading order. */
export interface Stream {
  readonly about: string;
  /** Fills `out` with the next numbers. */
  readonly fill: (out: Float64Array) => void;
}

const agentCount = 4_096;

/** All slots of one decision, agent by agent. Tests the independence of neighboring agents. */
function acrossAgents(slots: number): Stream {
  const key = streamKey(0, 'randomness');
  let step = 0;
  return {
    about: `${slots} slots of neighboring agents`,
    fill(out) {
      const columns = new Float64Array(slots * agentCount);
      for (let start = 0; start < out.length; start += columns.length) {
        fillUniforms(key, streamPurposes.choice, step++, slots, 0, agentCount, columns);
        for (let k = 0; k < columns.length && start + k < out.length; k++) {
          out[start + k] = columns[(k % slots) * agentCount + Math.floor(k / slots)]!;
        }
      }
    },
  };
}

/** Decisions of one agent, step by step. */
function acrossSteps(): Stream {
  const key = streamKey(1, 'randomness');
  const one = new Float64Array(2);
  let [agent, step] = [0, 0];
  return {
    about: 'steps of one agent, then of the next',
    fill(out) {
      for (let start = 0; start < out.length; start += 2) {
        fillUniforms(key, streamPurposes.choice, step, 2, agent, agent + 1, one);
        out[start] = one[0]!;
        out[start + 1] = one[1]!;
        step = (step + 1) % 1_024;
        if (step === 0) agent++;
      }
    },
  };
}

/** The same agents with consecutive seeds. */
function acrossSeeds(): Stream {
  const block = new Float64Array(64);
  let seed = 0;
  return {
    about: 'the first agents of consecutive seeds',
    fill(out) {
      for (let start = 0; start < out.length; start += block.length) {
        fillUniforms(streamKey(seed++, 'randomness'), streamPurposes.choice, 0, 1, 0, block.length, block);
        out.set(block.subarray(0, Math.min(block.length, out.length - start)), start);
      }
    },
  };
}

/** Alternating purposes, as in a simulation. */
function acrossPurposes(): Stream {
  const key = streamKey(2, 'randomness');
  const purposes = [streamPurposes.population, streamPurposes.perception, streamPurposes.choice, streamPurposes.taste];
  const columns = purposes.map(() => new Float64Array(agentCount));
  let step = 0;
  return {
    about: 'the purposes of one agent, then of the next',
    fill(out) {
      for (let start = 0; start < out.length; start += purposes.length * agentCount) {
        purposes.forEach((purpose, k) => fillUniforms(key, purpose, step, 1, 0, agentCount, columns[k]!));
        step++;
        for (let row = 0; row < agentCount; row++)
          columns.forEach((column, k) => (out[start + row * 4 + k] = column[row]!));
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
