import { startOf, stopRequested, type RunControl } from './run-control.js';
import { threadUsedMs } from '../platform/process/thread-time.js';

const intervalMs = 100;
/** Time that the engine has to react to a stop. It usually checks every few milliseconds. */
const reactionTimeoutMs = 300;

/**
 * Stops a run that exceeds its processor time, and aborts a run whose thread does not react to a stop. It watches from another thread,
 * because the engine of an extreme definition can compute for minutes between two of its own checks.
 */
export class RunWatch {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private startedAtMs: number | undefined;
  private stopSeenAtMs: number | undefined;
  private exceeded = false;

  /**
   * @param budgetMs maximum processor time
   * @param usedMsOf returns the processor time of a thread
   */
  constructor(
    private readonly control: RunControl,
    private readonly budgetMs: number,
    private readonly usedMsOf = threadUsedMs,
  ) {
    this.timer = setInterval(() => this.check(), intervalMs);
  }

  /** Aborted if the thread did not react to a stop: the pool then ends the thread. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Whether the run was stopped because it exceeded its processor time. */
  get isExceeded(): boolean {
    return this.exceeded;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private check(): void {
    const now = performance.now();
    if (Atomics.load(this.control, stopRequested) === 0) {
      if (this.usedMs(now) <= this.budgetMs) return;
      this.exceeded = true;
      Atomics.store(this.control, stopRequested, 1);
    }
    this.stopSeenAtMs ??= now;
    if (now - this.stopSeenAtMs >= reactionTimeoutMs) this.controller.abort();
  }

  /** Processor time of the run. Without it, elapsed time, which is at least as much. 0 while the run waits for a thread. */
  private usedMs(now: number): number {
    const start = startOf(this.control);
    if (!start) return 0;
    this.startedAtMs ??= now;
    const used = start.threadId === 0 ? undefined : this.usedMsOf(start.threadId);
    return used === undefined ? now - this.startedAtMs : used - start.usedMs;
  }
}
