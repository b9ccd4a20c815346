import { basename } from 'node:path';
import { Piscina } from 'piscina';
import { ConcurrencyLimit } from './concurrency-limit.js';
import { AppError } from './errors/app-error.js';
import { currentBudget, requireBudget } from './processor-budget.js';

type PoolOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>;
export type TaskQueue = NonNullable<PoolOptions['taskQueue']>;

export interface ThreadOptions {
  /** Number of threads. Default: 1. */
  size?: number;
  /** Maximum time of a task, waiting included. Then its thread ends, and the next task gets a new one. Default: no limit. */
  timeoutMs?: number;
  /** Maximum memory of a thread. Default: that of Node.js. */
  maxMemoryMb?: number;
  /**
   * A thread ends after this time without work, so that its memory is freed, and starts with the next task. Default: one minute. With
   * `Infinity`, no thread ends, and the first one starts immediately.
   */
  idleTimeoutMs?: number;
  /** Order of the tasks that wait for a thread. Default: order of arrival. */
  taskQueue?: TaskQueue;
  /** Maximum running and waiting work of one organization, see {@link Thread.inTurn}. Default: no limit. */
  maxPerOrganization?: number;
  /**
   * Maximum wait for a turn. Default: ten seconds more than `timeoutMs`, because the slow work of one organization alone must not end the wait
   * of another.
   */
  waitTimeoutMs?: number;
  /** Whether some turns are reserved, see {@link ConcurrencyLimit}. Default: false. */
  hasReservedPlaces?: boolean;
}

/** An answer of a thread with the processor time that it took; see `measured`. */
export interface Measured<Answer> {
  answer: Answer;
  /** Undefined if the operating system is not Linux. */
  usedMs: number | undefined;
}

/** The task ran for the whole timeout. */
export class TookTooLongError extends AppError {
  constructor(file: string, cause: unknown) {
    super('service_unavailable', {}, { cause: new Error(`${basename(file)} took too long`, { cause }) });
  }
}

export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Runs tasks in a thread, or in several, so that the event loop stays free. */
export class Thread<Task, Answer> {
  private readonly turns: ConcurrencyLimit;
  private readonly pool: Piscina<Task, Answer | Measured<Answer>>;

  /** @param file exports the function that computes the answer of a task, as it is or `measured`. Undefined if each task names its own */
  constructor(
    private readonly file: string | undefined,
    private readonly options: ThreadOptions = {},
  ) {
    const { size = 1, timeoutMs = 0, maxMemoryMb, idleTimeoutMs = 60_000, taskQueue } = options;
    const { waitTimeoutMs = timeoutMs + 10_000, maxPerOrganization, hasReservedPlaces } = options;
    this.turns = new ConcurrencyLimit(size, waitTimeoutMs, maxPerOrganization, hasReservedPlaces);
    this.pool = new Piscina<Task, Answer | Measured<Answer>>({
      // The histograms of a pool use 720 kB.
      recordTiming: false,
      ...(file !== undefined && { filename: file }),
      maxThreads: size,
      minThreads: idleTimeoutMs === Infinity ? 1 : 0,
      idleTimeout: idleTimeoutMs,
      ...(maxMemoryMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb } }),
      ...(taskQueue && { taskQueue }),
    });
    // If an idle thread dies, for example because its file fails to load, the pool emits `error`. Without a listener, that is an uncaught
    // exception, which ends the process. The next task is rejected anyway.
    this.pool.on('error', () => undefined);
  }

  /** The running threads. Tests terminate them. */
  get threads() {
    return this.pool.threads;
  }

  /**
   * Charges the processor time of the task to the budget of the request, if the file exports `measured` work. Throws the error of the task,
   * and {@link TookTooLongError}.
   *
   * @param signal ends the thread of the task, or removes the waiting task. The promise is then rejected.
   * @param file exports the function of this task
   */
  async run(task: Task, signal?: AbortSignal, file = this.file): Promise<Answer> {
    const startMs = performance.now();
    try {
      const answer = await this.answerOf(task, signal, file!);
      if (!isMeasured(answer)) return answer;
      await currentBudget()?.charge(answer.usedMs ?? performance.now() - startMs);
      return answer.answer;
    } catch (error) {
      // The thread ended, or reports no time with its error.
      await currentBudget()?.charge(performance.now() - startMs);
      throw error;
    }
  }

  private async answerOf(
    task: Task,
    signal: AbortSignal | undefined,
    filename: string,
  ): Promise<Answer | Measured<Answer>> {
    const { timeoutMs } = this.options;
    if (timeoutMs === undefined) return this.pool.run(task, { signal, filename });
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      return await this.pool.run(task, { signal: signal ? AbortSignal.any([timeout, signal]) : timeout, filename });
    } catch (error) {
      if (!timeout.aborted) throw error;
      throw new TookTooLongError(filename, error);
    }
  }

  /**
   * Calls `work` when a thread is free, with a function that runs a task in it. Data that the task needs can be read then, so that waiting
   * requests use little memory. Organizations take turns. Throws {@link AppError} `service_unavailable` or `rate_limited` if too much work
   * waits, `processor_limit_reached` if the budget of the request is used up, and the errors of `work`.
   *
   * @param organizationId omitted for work of an operator, which has no maximum
   * @param file exports the function of these tasks
   */
  inTurn<Result>(
    organizationId: string | undefined,
    work: (run: (task: Task) => Promise<Answer>) => Promise<Result>,
    file = this.file,
  ): Promise<Result> {
    return this.turns.run(async () => {
      await requireBudget();
      return work((task) => this.run(task, undefined, file));
    }, organizationId);
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }
}

const isMeasured = <Answer>(answer: Answer | Measured<Answer>): answer is Measured<Answer> =>
  typeof answer === 'object' && answer !== null && 'usedMs' in answer;
