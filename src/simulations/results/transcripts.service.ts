import { join } from 'node:path';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Piscina } from 'piscina';
import { AppError } from '../../common/errors/app-error.js';
import { newId } from '../../common/ids.js';
import { threadPool } from '../../common/thread-pool.js';
import { agentRenderer } from '../../engine/index.js';
import { fairBatches } from './fair-batches.js';
import type { TranscriptSource, TranscriptTask } from './transcript.thread.js';

/** The thread ends after this time without work, so that its memory is freed. */
const idleTimeoutMs = 60_000;
/** A batch usually takes milliseconds, but a customer's definition can be extreme. */
const batchTimeoutMs = 20_000;
/** Maximum agents that the process renders itself: one page. */
const maxOwnAgents = 100;

/** The agents of a response in batches, and the transcripts of the current batch. */
export interface TranscriptBatches {
  batches: (agents: Int32Array) => AsyncIterable<number[]>;
  /** Returns the transcript of an agent of the current batch. */
  transcriptOf: (index: number) => string[];
}

/** Renders the transcripts of results: one page in this process, and more in a thread, so that other requests do not wait. */
export class Transcripts implements OnApplicationShutdown {
  private readonly pool: Piscina<TranscriptTask, string[][] | null>;

  constructor(thread = join(import.meta.dirname, 'transcript.thread.js')) {
    this.pool = threadPool({ filename: thread, minThreads: 0, maxThreads: 1, idleTimeout: idleTimeoutMs });
  }

  /** @param agentCount number of agents in the response */
  of(agentCount: number, source: TranscriptSource): TranscriptBatches {
    if (agentCount > maxOwnAgents) return this.inThread(source);
    const { definition, scenario, decided } = source;
    const render = agentRenderer(definition, scenario, decided, ['transcript']);
    return { batches: fairBatches, transcriptOf: (index) => render(index).transcript };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }

  private inThread(source: TranscriptSource): TranscriptBatches {
    const response = newId();
    const current = new Map<number, string[]>();
    const render = (agents: number[]) => this.render({ response, agents }, source);
    return {
      async *batches(agents) {
        for await (const batch of fairBatches(agents)) {
          const transcripts = await render(batch);
          current.clear();
          batch.forEach((index, k) => current.set(index, transcripts[k]!));
          yield batch;
        }
      },
      transcriptOf: (index) => current.get(index)!,
    };
  }

  /** Throws {@link AppError} `service_unavailable` if rendering takes too long. */
  private async render(task: TranscriptTask, source: TranscriptSource): Promise<string[][]> {
    const signal = AbortSignal.timeout(batchTimeoutMs);
    try {
      const known = await this.pool.run(task, { signal });
      return known ?? (await this.pool.run({ ...task, source }, { signal }))!;
    } catch (error) {
      if (!signal.aborted) throw error;
      const cause = new Error('transcripts took too long', { cause: error });
      throw new AppError('service_unavailable', {}, { cause });
    }
  }
}
