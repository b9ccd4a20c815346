import { join } from 'node:path';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { RowGroup } from 'hyparquet';
import { ConcurrencyLimit } from '../../common/concurrency-limit.js';
import { newId } from '../../common/crypto.js';
import { currentBudget, type ProcessorBudget, requireBudget, withBudget } from '../../common/processor-budget.js';
import { Thread } from '../../common/thread.js';
import { type EncodedAgents, agentEncoder, type AgentSource, isTextFormat } from './write-agents.js';
import type { AgentChunk, AgentChunkTask } from './agent-chunks.thread.js';
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import type { ResultFormatName } from './result-format.js';

/** Agents that are rendered before other requests can run: rendering a transcript takes up to half a millisecond. */
const agentsPerBatch = 16;
/**
 * Maximum consecutive batches of one reader. While a reader waits, its last text stays in memory. Text that lives that long moves to V8's
 * old heap, where garbage is collected only after seconds: with 20 readers of one batch each, it used 200 MB.
 */
const maxConsecutiveBatches = 32;

const waiting: Waiting[] = [];
let isScheduling = false;

interface Waiting {
  readonly reader: object;
  readonly start: () => void;
}

/** Yields the agents in batches. All readers share the thread: between two turns of the event loop, only one of them runs. */
export async function* fairBatches(agents: Int32Array): AsyncGenerator<number[]> {
  for (let from = 0; from < agents.length; from += agentsPerBatch) {
    if (from > 0) await waitForTurn(agents);
    yield Array.from(agents.subarray(from, from + agentsPerBatch));
  }
}

function waitForTurn(reader: object): Promise<void> {
  return new Promise((start) => {
    waiting.push({ reader, start });
    if (!isScheduling) void scheduleTurns();
  });
}

/**
 * Starts waiting readers in order of arrival, except that the last reader may continue. A reader with a slow network does not wait here,
 * so that it does not delay the others.
 */
async function scheduleTurns(): Promise<void> {
  isScheduling = true;
  let [lastReader, batches]: [object | undefined, number] = [undefined, 0];
  for (await nextEventLoopTurn(); waiting.length > 0; await nextEventLoopTurn()) {
    const again = batches < maxConsecutiveBatches ? waiting.findIndex(({ reader }) => reader === lastReader) : -1;
    const [next] = waiting.splice(Math.max(again, 0), 1);
    batches = again === -1 ? 1 : batches + 1;
    lastReader = next?.reader;
    next?.start();
  }
  isScheduling = false;
}

/** A chunk usually takes milliseconds, but a customer's definition can be extreme. */
const chunkTimeoutMs = 20_000;
/** Maximum agents that the process encodes itself, as text: one page. */
const maxOwnAgents = 100;
/** One chunk in the thread, and the next one, so that the thread does not wait. */
const maxConcurrentChunks = 2;
/** Maximum agents of one chunk of the thread. A row of a file is small if it has no transcript. */
const maxAgentsPerChunk = { text: 128, file: 1_000 };
/** Memory for a chunk. A longer one gets memory of its own. */
export const chunkBytes = 256 * 1024;
/** A chunk ends after the agent with which its data reach this size. The rest is for this agent and for the encoding. */
export const maxChunkBytes = 192 * 1024;

/**
 * Encodes the agents of responses: one page of text in this process, and everything else in a thread, so that other requests do not wait.
 * Organizations take turns chunk by chunk, and so do the responses of one organization. Chunks are limited in bytes, because an agent can
 * have a transcript of 16 KB. A slow reader delays only itself.
 */
export class AgentChunks implements OnApplicationShutdown {
  /** The queue of the thread is not fair: tasks of active responses overtake waiting ones. */
  private readonly turns = new ConcurrencyLimit(maxConcurrentChunks, chunkTimeoutMs);
  private readonly thread: Thread<AgentChunkTask, AgentChunk | null>;

  constructor(file = join(import.meta.dirname, 'agent-chunks.thread.js')) {
    this.thread = new Thread(file, { timeoutMs: chunkTimeoutMs });
  }

  /**
   * Encodes each chunk when the reader requests it. Its bytes are valid until the reader requests the next one: each response uses the same
   * memory for all of its chunks, because memory that is used once stays in the process until V8 collects it.
   *
   * The thread's time is charged to the budget of the request chunk by chunk. A response that has begun is completed. Throws {@link AppError}
   * `processor_limit_reached` if the thread is needed and the budget is used up.
   *
   * @param owner the organization
   */
  async of(
    owner: string,
    agents: Int32Array,
    source: AgentSource,
    format: ResultFormatName,
  ): Promise<AsyncIterable<Uint8Array>> {
    if (isTextFormat(format) && agents.length <= maxOwnAgents) return inProcess(agents, source, format);
    await requireBudget();
    return this.inThread(owner, agents, source, format, currentBudget());
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.close();
  }

  private async *inThread(
    owner: string,
    agents: Int32Array,
    source: AgentSource,
    format: ResultFormatName,
    budget: ProcessorBudget | undefined,
  ): AsyncGenerator<Uint8Array> {
    const isFile = !isTextFormat(format);
    const maxAgents = maxAgentsPerChunk[isFile ? 'file' : 'text'];
    const response = newId();
    const memory = new Uint8Array(new SharedArrayBuffer(chunkBytes));
    const rowGroups: RowGroup[] = [];
    let offset = 0;
    const encode = (part: Pick<AgentChunkTask, 'agents' | 'rowGroups'>) => {
      const task = { response, format, ...part, place: { offset, maxBytes: maxChunkBytes }, memory };
      const work = () => this.encode(task, source);
      // The reader requests chunks outside the context of the request.
      return this.turns.run(budget ? () => withBudget(budget, work) : work, owner);
    };
    try {
      // A file without agents has a chunk, too.
      for (let from = 0; from < agents.length || (isFile && offset === 0);) {
        const chunk = await encode({ agents: Array.from(agents.subarray(from, from + maxAgents)) });
        yield chunk.bytes;
        from += chunk.count;
        offset += chunk.bytes.length;
        rowGroups.push(...(chunk.rowGroups ?? []));
      }
      if (isFile) yield (await encode({ rowGroups })).bytes;
    } finally {
      // Also if the client disconnected. If the thread has ended, it has forgotten the response.
      void this.thread.run({ response, format, place: { offset, maxBytes: 0 }, memory }).catch(() => undefined);
    }
  }

  /** Throws `AppError` `service_unavailable` if encoding takes too long. */
  private async encode(task: AgentChunkTask, source: AgentSource): Promise<EncodedAgents> {
    const known = await this.thread.run(task);
    const chunk = (known ?? (await this.thread.run({ ...task, source })))!;
    return { ...chunk, bytes: typeof chunk.bytes === 'number' ? task.memory.subarray(0, chunk.bytes) : chunk.bytes };
  }
}

async function* inProcess(
  agents: Int32Array,
  source: AgentSource,
  format: ResultFormatName,
): AsyncGenerator<Uint8Array> {
  const encoder = agentEncoder(source, format);
  // A batch is so small that it needs no limit in bytes.
  for await (const batch of fairBatches(agents)) yield encoder.encode(batch, { offset: 0, maxBytes: Infinity }).bytes;
}
