import { LanguageModelError } from './language-model-error.js';

const defaults = { maxFailures: 5, pauseMs: 30_000 };

/**
 * Stops requests to a server that fails. After `maxFailures` failures in a row, requests fail immediately for `pauseMs`. Then one request at a
 * time is tried; the first success admits all again. Each process has its own breaker, because a server can be unreachable from one host only.
 */
export class CircuitBreaker {
  private failures = 0;
  private pausedUntilMs = 0;
  private isTrying = false;

  /** @param isFailure whether an error counts. Any other error resets the count, like a success */
  constructor(
    private readonly isFailure: (error: LanguageModelError) => boolean,
    private readonly options = defaults,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  get isOpen(): boolean {
    return this.failures >= this.options.maxFailures && (this.isTrying || this.nowMs() < this.pausedUntilMs);
  }

  /** Throws {@link LanguageModelError} `circuit_open` instead of running the work while the breaker is open. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.isOpen) throw new LanguageModelError('circuit_open', 'requests are paused after failures');
    const isTrial = this.failures >= this.options.maxFailures;
    if (isTrial) this.isTrying = true;
    try {
      const result = await work();
      this.failures = 0;
      return result;
    } catch (error) {
      if (!(error instanceof LanguageModelError && this.isFailure(error))) this.failures = 0;
      else if (++this.failures >= this.options.maxFailures) this.pausedUntilMs = this.nowMs() + this.options.pauseMs;
      throw error;
    } finally {
      if (isTrial) this.isTrying = false;
    }
  }
}
