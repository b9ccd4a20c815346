import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ConcurrencyLimit } from '../../common/concurrency-limit.js';
import { apiMemory } from '../../config/memory-limits.js';
import { requireBudget } from '../../common/processor-budget.js';
import { runLimited, type ProcessLimits } from './limited-process.js';

/** A file that calls `answerParent`, and its limits. */
export interface Program {
  readonly file: string;
  readonly limits: ProcessLimits;
}

/** @param input descriptor of an open file, which the process reads as its standard input */
export type RunProgram = <Task extends object, Answer>(program: Program, task: Task, input?: number) => Promise<Answer>;

/** A place for each priority of organizations. The answer of a process takes up to 64 MB of this process. */
const maxConcurrent = apiMemory.childProcess.concurrent;
export const maxProcessMs = 120_000;
/** Longer than the longest piece of work of another organization: a process, and storing its answer. */
const waitTimeoutMs = maxProcessMs + 30_000;
const maxPerOrganization = 4;

/** Runs the child processes of all requests. They end when the service stops. */
@Injectable()
export class ProcessTurns implements OnApplicationShutdown {
  private readonly turns = new ConcurrencyLimit(maxConcurrent, waitTimeoutMs, maxPerOrganization, true);
  private readonly shutdown = new AbortController();

  /**
   * Calls `work` when a process may start, with a function that runs one. Data that the process needs can be read then, so that waiting
   * requests use little memory. Throws `AppError` `service_unavailable`, `rate_limited` or `processor_limit_reached` if too much work waits
   * or the budget of the request is used up, and the errors of `work`.
   */
  inTurn<Result>(organizationId: string, work: (run: RunProgram) => Promise<Result>): Promise<Result> {
    const { signal } = this.shutdown;
    return this.turns.run(async () => {
      await requireBudget();
      return work(({ file, limits }, task, input) => runLimited(file, task, limits, { signal, input }));
    }, organizationId);
  }

  get isStopping(): boolean {
    return this.shutdown.signal.aborted;
  }

  onApplicationShutdown(): void {
    this.shutdown.abort();
  }
}
