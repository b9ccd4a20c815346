import { E_TIMEOUT, Semaphore, withTimeout, type SemaphoreInterface } from 'async-mutex';
import { AppError } from './errors/app-error.js';

/** The work waited for the whole timeout and did not start. */
export class TooBusyError extends AppError {
  constructor(waitTimeoutMs: number) {
    super('service_unavailable', {}, { cause: new Error(`did not start within ${waitTimeoutMs} ms`) });
  }
}

/** Runs at most `maxConcurrent` pieces of work concurrently. Others wait in order of arrival, each for at most `waitTimeoutMs`. */
export class ConcurrencyLimit {
  private readonly semaphore: SemaphoreInterface;

  constructor(
    maxConcurrent: number,
    private readonly waitTimeoutMs: number,
  ) {
    this.semaphore = withTimeout(new Semaphore(maxConcurrent), waitTimeoutMs);
  }

  /** Throws {@link TooBusyError} if the work does not start in time. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    return this.semaphore.runExclusive(work).catch((error: unknown) => {
      throw error === E_TIMEOUT ? new TooBusyError(this.waitTimeoutMs) : error;
    });
  }
}
