import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Thread } from '../common/thread.js';
import type { ReadingResult, ReadingResults, ReadingTask, ReportAnalysis, ReportTask } from './reading.thread.js';

/** Computes groups and comparisons in a thread, one at a time. */
@Injectable()
export class ReadingThreads implements OnApplicationShutdown {
  private readonly thread = new Thread<ReadingTask, ReadingResult>(join(import.meta.dirname, 'reading.thread.js'), {
    maxPerOrganization: 24,
    timeoutMs: 20_000,
  });

  /**
   * Reads the agents and computes the task when the thread is free, so that waiting requests use little memory.
   * Throws `AppError` `service_unavailable` if too many analyses wait or one takes too long, and the errors of `read`.
   */
  run<Task extends ReadingTask>(
    organizationId: string,
    read: () => Promise<Task>,
  ): Promise<ReadingResults[Task['kind']]> {
    return this.thread.inTurn(
      organizationId,
      async (compute) => (await compute(await read())) as ReadingResults[Task['kind']],
    );
  }

  /** Computes the figures of a report that need the agents. Throws like {@link run}. */
  analyzeReport(organizationId: string, read: () => Promise<ReportTask>): Promise<ReportAnalysis> {
    return this.thread.inTurn(organizationId, async (compute) => {
      const task = await read();
      if (!task.indicators && !task.effects && !task.selection)
        return { elasticities: null, welfare: null, effects: null, selection: null };
      return (await compute(task)) as ReportAnalysis;
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.close();
  }
}
