import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { RequestThreads } from '../platform/process/request-threads.service.js';
import type { ReadingResult, ReadingResults, ReadingTask, ReportAnalysis, ReportTask } from './reading.thread.js';

const file = join(import.meta.dirname, 'reading.thread.js');

/** Computes groups, comparisons and other readings in a thread. */
@Injectable()
export class ReadingThreads {
  constructor(private readonly threads: RequestThreads) {}

  /**
   * Reads the agents and computes the task when the thread is free, so that waiting requests use little memory.
   * Throws `AppError` `service_unavailable` if too many analyses wait or one takes too long, and the errors of `read`.
   */
  run<Task extends ReadingTask>(
    organizationId: string,
    read: () => Promise<Task>,
  ): Promise<ReadingResults[Task['kind']]> {
    return this.threads.inTurn<ReadingTask, ReadingResult, ReadingResults[Task['kind']]>(
      file,
      organizationId,
      async (compute) => (await compute(await read())) as ReadingResults[Task['kind']],
    );
  }

  /** Computes the figures of a report that need the agents. Throws like {@link run}. */
  analyzeReport(organizationId: string, read: () => Promise<ReportTask>): Promise<ReportAnalysis> {
    return this.threads.inTurn<ReportTask, ReportAnalysis, ReportAnalysis>(file, organizationId, async (compute) => {
      const task = await read();
      if (!task.indicators && !task.effects && !task.selection)
        return { elasticities: null, welfare: null, effects: null, selection: null };
      return compute(task);
    });
  }
}
