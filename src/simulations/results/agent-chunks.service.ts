import { join } from 'node:path';
import type { OnApplicationShutdown } from '@nestjs/common';
import { ConcurrencyLimit } from '../../common/concurrency-limit.js';
import { newId } from '../../common/ids.js';
import { Thread } from '../../common/thread.js';
import type { AgentChunk, AgentChunkTask } from './agent-chunks.thread.js';
import { agentEncoder, type AgentEncoders, type AgentFormat, type AgentSource } from './encode-agents.js';
import { fairBatches } from './fair-batches.js';

/** A chunk usually takes milliseconds, but a customer's definition can be extreme. */
const chunkTimeoutMs = 20_000;
/** Maximum agents that the process renders itself: one page. */
const maxOwnAgents = 100;
/** One chunk in the thread, and the next one, so that the thread does not wait. */
const maxConcurrentChunks = 2;
/** Agents of one chunk of the thread: about 200 KB, rendered in a few milliseconds. */
const agentsPerChunk = 128;
/** Memory for the text of a chunk. Longer text gets memory of its own. */
export const chunkBytes = 256 * 1024;

type Chunk<Format extends AgentFormat> = ReturnType<AgentEncoders[Format]>;

/**
 * Renders the agents of responses: one page in this process, and more in a thread, so that other requests do not wait. Organizations
 * take turns chunk by chunk, and so do the responses of one organization. A slow reader delays only itself.
 */
export class AgentChunks implements OnApplicationShutdown {
  /** The queue of the thread is not fair: tasks of active responses overtake waiting ones. */
  private readonly turns = new ConcurrencyLimit(maxConcurrentChunks, chunkTimeoutMs);
  private readonly thread: Thread<AgentChunkTask, AgentChunk>;

  constructor(file = join(import.meta.dirname, 'agent-chunks.thread.js')) {
    this.thread = new Thread(file, { timeoutMs: chunkTimeoutMs });
  }

  /**
   * Renders each chunk when the reader requests it. Its text is valid until the reader requests the next one: each response uses the same
   * memory for all of its chunks, because memory that is used once stays in the process until V8 collects it.
   *
   * @param owner the organization
   */
  of<Format extends AgentFormat>(
    owner: string,
    agents: Int32Array,
    source: AgentSource,
    format: Format,
  ): AsyncIterable<Chunk<Format>> {
    return agents.length > maxOwnAgents
      ? this.inThread(owner, agents, source, format)
      : inProcess(agents, source, format);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.close();
  }

  private async *inThread<Format extends AgentFormat>(
    owner: string,
    agents: Int32Array,
    source: AgentSource,
    format: Format,
  ): AsyncGenerator<Chunk<Format>> {
    const response = newId();
    const memory = new Uint8Array(new SharedArrayBuffer(chunkBytes));
    try {
      for (let from = 0; from < agents.length; from += agentsPerChunk) {
        const chunk = Array.from(agents.subarray(from, from + agentsPerChunk));
        const task = { response, format, agents: chunk, memory };
        yield (await this.turns.run(() => this.render(task, source), owner)) as Chunk<Format>;
      }
    } finally {
      // Also if the client disconnected. If the thread has ended, it has forgotten the response.
      void this.thread.run({ response, format, agents: undefined }).catch(() => undefined);
    }
  }

  /** Throws `AppError` `service_unavailable` if rendering takes too long. */
  private async render(
    task: AgentChunkTask & { memory: Uint8Array },
    source: AgentSource,
  ): Promise<Chunk<AgentFormat>> {
    const known = await this.thread.run(task);
    const chunk = (known ?? (await this.thread.run({ ...task, source })))!;
    return typeof chunk === 'number' ? task.memory.subarray(0, chunk) : chunk;
  }
}

async function* inProcess<Format extends AgentFormat>(
  agents: Int32Array,
  source: AgentSource,
  format: Format,
): AsyncGenerator<Chunk<Format>> {
  const encode = agentEncoder(source, format) as (agents: readonly number[]) => Chunk<Format>;
  for await (const batch of fairBatches(agents)) yield encode(batch);
}
