import { Injectable, Logger } from '@nestjs/common';
import type { Issue } from '../common/errors/app-error.js';
import type { Caller } from '../common/identity/caller.js';
import { apiMemory } from '../config/memory-limits.js';
import { ProcessLimitError, type ProcessLimits } from '../platform/process/limited-process.js';
import { ProcessTurns } from '../platform/process/process-turns.service.js';
import { Datasets } from './datasets.service.js';

/** A dataset with 25 million cells takes 15 s. */
const limits: ProcessLimits = { memoryMb: apiMemory.childProcess.memoryMb, cpuSeconds: 30, timeoutMs: 60_000 };

export type WithContent<Task> = Task & { readonly content: Uint8Array };

export interface TaskIssues {
  readonly ok: false;
  readonly issues: readonly Issue[];
}

export interface DatasetTask {
  /** A file that calls `answerParent` with the work. */
  readonly file: string;
  /** What a caller can change if the task takes too long or too much memory, or fails. */
  readonly advice: Readonly<Record<ProcessLimitError['limit'] | 'failure', string>>;
}

/** Runs tasks on the cells of datasets, each in a process of its own, because a request and a file can be hostile. */
@Injectable()
export class DatasetTasks {
  private readonly logger = new Logger(DatasetTasks.name);

  constructor(
    private readonly datasets: Datasets,
    private readonly turns: ProcessTurns,
  ) {}

  /**
   * Returns the answer of the process, or undefined if the organization has no such dataset in the tier. A limit or a failure of the process
   * is a problem of the request. Throws like {@link ProcessTurns.inTurn}.
   */
  run<Task extends object, Answer>(
    { organizationId, tier }: Caller,
    datasetId: string,
    { file, advice }: DatasetTask,
    task: Task,
  ): Promise<Answer | TaskIssues | undefined> {
    return this.turns.inTurn(organizationId, async (run) => {
      // The cells take up to 32 MB.
      const content = await this.datasets.content(organizationId, tier, datasetId);
      if (!content) return undefined;
      try {
        return await run<WithContent<Task>, Answer>({ file, limits }, { ...task, content });
      } catch (error) {
        if (this.turns.isStopping) throw error;
        const cause = error instanceof ProcessLimitError ? error.limit : 'failure';
        // The message of an unexpected error can contain values of the dataset, which are never logged.
        if (cause === 'failure') this.logger.warn('dataset task failed');
        return { ok: false, issues: [{ path: '', message: advice[cause] }] } satisfies TaskIssues;
      }
    });
  }
}
