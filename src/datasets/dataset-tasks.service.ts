import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { ConcurrencyLimit } from '../common/concurrency-limit.js';
import type { Issue } from '../common/errors/app-error.js';
import type { Caller } from '../common/identity/caller.js';
import { apiMemory } from '../config/memory-limits.js';
import { ProcessLimitError, runLimited, type ProcessLimits } from '../platform/process/limited-process.js';
import { Datasets } from './datasets.service.js';

/** A dataset with 25 million cells takes 15 s. */
const { memoryMb, concurrent: maxConcurrent } = apiMemory.datasetTask;
const limits: ProcessLimits = { memoryMb, cpuSeconds: 30, timeoutMs: 60_000 };
const waitTimeoutMs = limits.timeoutMs + 10_000;
const maxPerOrganization = 4;

/** A task with the compressed cells of its dataset. */
export type WithContent<Task> = Task & { readonly content: Uint8Array };

/** The request does not fit the dataset. */
export interface TaskIssues {
  readonly ok: false;
  readonly issues: readonly Issue[];
}

/** A kind of task on a dataset. */
export interface DatasetTask {
  /** A file that calls `answerParent` with the work. */
  readonly file: string;
  /** What a caller can change if the task takes too long or too much memory, or fails. */
  readonly advice: Readonly<Record<ProcessLimitError['limit'] | 'failure', string>>;
}

/** Runs tasks on the cells of datasets, each in a process of its own, because a request and a file can be hostile. */
@Injectable()
export class DatasetTasks implements OnApplicationShutdown {
  private readonly logger = new Logger(DatasetTasks.name);
  private readonly turns = new ConcurrencyLimit(maxConcurrent, waitTimeoutMs, maxPerOrganization);
  private readonly shutdown = new AbortController();

  constructor(private readonly datasets: Datasets) {}

  /**
   * Returns the answer of the process, or undefined if the organization has no such dataset in the tier. A limit or a failure of the process
   * is a problem of the request. Throws {@link AppError} `service_unavailable`, `rate_limited`.
   */
  run<Task extends object, Answer>(
    { organizationId, tier }: Caller,
    datasetId: string,
    { file, advice }: DatasetTask,
    task: Task,
  ): Promise<Answer | TaskIssues | undefined> {
    const { signal } = this.shutdown;
    return this.turns.run(async () => {
      const content = await this.datasets.content(organizationId, tier, datasetId);
      if (!content) return undefined;
      try {
        return await runLimited<WithContent<Task>, Answer>(file, { ...task, content }, limits, { signal });
      } catch (error) {
        if (signal.aborted) throw error;
        const cause = error instanceof ProcessLimitError ? error.limit : 'failure';
        // The message of an unexpected error can contain values of the dataset, which are never logged.
        if (cause === 'failure') this.logger.warn('dataset task failed');
        return { ok: false, issues: [{ path: '', message: advice[cause] }] } satisfies TaskIssues;
      }
    }, organizationId);
  }

  onApplicationShutdown(): void {
    this.shutdown.abort();
  }
}
