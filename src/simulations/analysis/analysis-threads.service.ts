import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ConcurrencyLimit } from '../../common/concurrency-limit.js';
import { AppError } from '../../common/errors/app-error.js';
import { threadPool } from '../../common/thread-pool.js';
import type { Comparison, PartsSummary, Summary } from '../../engine/index.js';
import type { AnalysisResult, AnalysisTask, ComparisonTask, GroupsTask, SelectionTask } from './analysis.thread.js';

/** The thread ends after this time without work, so that its memory is freed. */
const idleTimeoutMs = 60_000;
/** Maximum wait for other analyses. */
const waitTimeoutMs = 10_000;
/** Running and waiting analyses of one organization. */
const maxPerOrganization = 24;
/** An analysis usually takes a fraction of a second, but a customer's definition can be extreme. */
const computeTimeoutMs = 20_000;

/** Computes groups and comparisons in a thread, one at a time. */
@Injectable()
export class AnalysisThreads implements OnApplicationShutdown {
  private readonly limit = new ConcurrencyLimit(1, waitTimeoutMs, maxPerOrganization);
  private readonly pool = threadPool<AnalysisTask, AnalysisResult>({
    filename: join(import.meta.dirname, 'analysis.thread.js'),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleTimeoutMs,
  });

  /**
   * Reads the agents and summarizes their groups. Reads them only when the thread is free, so that waiting requests use little memory.
   * Throws {@link AppError} `service_unavailable` if too many analyses wait or one takes too long, and the errors of `read`.
   */
  summarize(organizationId: string, read: () => Promise<GroupsTask>): Promise<PartsSummary> {
    return this.limit.run(async () => (await this.run(await read())) as PartsSummary, organizationId);
  }

  /** Reads two simulations and compares them. Throws like {@link summarize}. */
  compare(organizationId: string, read: () => Promise<ComparisonTask>): Promise<Comparison> {
    return this.limit.run(async () => (await this.run(await read())) as Comparison, organizationId);
  }

  /** Reads the agents and summarizes the selected ones like a whole simulation. Throws like {@link summarize}. */
  summarizeSelection(organizationId: string, read: () => Promise<SelectionTask>): Promise<Summary> {
    return this.limit.run(async () => (await this.run(await read())) as Summary, organizationId);
  }

  private async run(task: AnalysisTask): Promise<AnalysisResult> {
    const signal = AbortSignal.timeout(computeTimeoutMs);
    try {
      return await this.pool.run(task, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
      const cause = new Error('an analysis took too long', { cause: error });
      throw new AppError('service_unavailable', {}, { cause });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }
}
