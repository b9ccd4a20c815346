import { LRUCache } from 'lru-cache';
import { move } from 'piscina';
import { agentEncoder, type AgentFormat, type AgentRow, type AgentSource } from './encode-agents.js';

export interface AgentChunkTask {
  /** Identifies the response, so that its source is sent and compiled only once. */
  response: string;
  format: AgentFormat;
  /** The agents to render; undefined at the end of the response. */
  agents: readonly number[] | undefined;
  source?: AgentSource;
  /** Shared memory into which the thread writes text that fits. */
  memory?: Uint8Array<SharedArrayBuffer>;
}

/** Cells, text, or the length of the text in the shared memory; null if the source must be sent again. */
export type AgentChunk = AgentRow[] | Uint8Array | number | null;

/** Responses whose source stays in the memory of the thread. Others send it again. */
const maxResponses = 64;

const encoders = new LRUCache<string, (agents: readonly number[], memory?: Uint8Array) => Uint8Array | AgentRow[]>({
  max: maxResponses,
});

/** Runs in a thread, because rendering ten thousand agents takes hundreds of milliseconds. */
export default function renderChunk(task: AgentChunkTask): AgentChunk {
  const { response, format, agents, source, memory } = task;
  if (!agents) {
    encoders.delete(response);
    return null;
  }
  const encode = encoders.get(response) ?? (source && agentEncoder(source, format));
  if (!encode) return null;
  encoders.set(response, encode);
  const chunk = encode(agents, memory);
  if (!(chunk instanceof Uint8Array)) return chunk;
  // Other text is moved to the other thread, not copied.
  return chunk.buffer === memory?.buffer ? chunk.length : (move(chunk) as Uint8Array);
}
