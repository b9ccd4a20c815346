import { LRUCache } from 'lru-cache';
import { measured } from '../../platform/process/measured.js';
import {
  type AgentEncoder,
  type ChunkPlace,
  type EncodedAgents,
  agentEncoder,
  type AgentSource,
} from './write-agents.js';
import type { ResultFormatName } from './result-format.js';

export interface AgentChunkTask {
  /** Identifies the response, so that its source is sent and compiled only once. */
  response: string;
  format: ResultFormatName;
  /** The agents to encode, or the row groups of all of them at the end of a binary file. Undefined when the response has ended. */
  agents?: readonly number[];
  rowGroups?: NonNullable<EncodedAgents['rowGroups']>;
  place: Omit<ChunkPlace, 'memory'>;
  source?: AgentSource;
  /** Shared memory into which the thread writes a chunk that fits. */
  memory: Uint8Array<SharedArrayBuffer>;
}

/** A chunk, or the length of the chunk in the shared memory. */
export type AgentChunk = Omit<EncodedAgents, 'bytes'> & { bytes: Uint8Array | number };

/** Responses whose source stays in the memory of the thread. Others send it again. */
const maxResponses = 64;

const encoders = new LRUCache<string, AgentEncoder>({ max: maxResponses });

/**
 * Runs in a thread, because encoding ten thousand agents takes hundreds of milliseconds, and seconds if their transcripts are long. Returns
 * null if the source must be sent again.
 */
function encodeChunk(task: AgentChunkTask): AgentChunk | null {
  const { response, format, agents, rowGroups, place, source, memory } = task;
  if (!agents && !rowGroups) {
    encoders.delete(response);
    return null;
  }
  const encoder = encoders.get(response) ?? (source && agentEncoder(source, format));
  if (!encoder) return null;
  encoders.set(response, encoder);
  const chunk = agents
    ? encoder.encode(agents, { ...place, memory })
    : { bytes: encoder.end!(rowGroups!, place.offset), count: 0 };
  return { ...chunk, bytes: inMemory(chunk.bytes, memory) };
}

export default measured(encodeChunk);

/** Writes the bytes into the shared memory, unless they are there already, and returns their length. Longer bytes are sent. */
function inMemory(bytes: Uint8Array, memory: Uint8Array<SharedArrayBuffer>): Uint8Array | number {
  if (bytes.buffer === memory.buffer) return bytes.length;
  // A copy, because the whole memory of the bytes is sent.
  if (bytes.length > memory.length) return bytes.slice();
  memory.set(bytes);
  return bytes.length;
}
