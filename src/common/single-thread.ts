import type { Piscina } from 'piscina';
import { ConcurrencyLimit } from './concurrency-limit.js';
import { AppError } from './errors/app-error.js';
import { threadPool } from './thread-pool.js';

export interface SingleThreadOptions {
  /** File that the thread runs. */
  filename: string;
  /** The work in an error message: `an analysis`. */
  work: string;
  /** Running and waiting work of one organization. */
  maxPerOrganization: number;
  /** Work usually takes a fraction of this time, but a customer's definition can be extreme. */
  computeTimeoutMs: number;
  /** Maximum memory of the thread. Default: that of Node.js. */
  memoryMb?: number;
}

/** The work ran for the whole timeout. */
export class TookTooLongError extends AppError {
  constructor(work: string, cause: unknown) {
    super('service_unavailable', {}, { cause: new Error(`${work} took too long`, { cause }) });
  }
}

/** Whether a task needed more memory than its thread may use. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** The thread ends after this time without work, so that its memory is freed. */
const idleTimeoutMs = 60_000;
/** Maximum wait, in addition to the compute timeout: the slow work of one organization alone must not end the wait of another. */
const extraWaitMs = 10_000;

/** Runs work of all organizations in one thread, one piece after another. Organizations take turns. The thread starts with the first work. */
export class SingleThread<Task, Answer> {
  private readonly limit: ConcurrencyLimit;
  private readonly pool: Piscina<Task, Answer>;

  constructor(private readonly options: SingleThreadOptions) {
    const { computeTimeoutMs, maxPerOrganization, memoryMb } = options;
    this.limit = new ConcurrencyLimit(1, computeTimeoutMs + extraWaitMs, maxPerOrganization);
    this.pool = threadPool({
      filename: options.filename,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleTimeoutMs,
      ...(memoryMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }),
    });
  }

  /**
   * Calls `work` when the thread is free, with a function that runs a task in it. Data that the task needs can be read then, so that waiting
   * requests use little memory. Throws {@link AppError} `service_unavailable` if too much work waits, {@link TookTooLongError}, and the errors of `work`.
   */
  inTurn<Result>(
    organizationId: string,
    work: (run: (task: Task) => Promise<Answer>) => Promise<Result>,
  ): Promise<Result> {
    return this.limit.run(() => work((task) => this.run(task)), organizationId);
  }

  private async run(task: Task): Promise<Answer> {
    const signal = AbortSignal.timeout(this.options.computeTimeoutMs);
    try {
      return await this.pool.run(task, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new TookTooLongError(this.options.work, error);
    }
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }
}
