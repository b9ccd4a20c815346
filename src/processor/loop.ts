import { Logger } from '@nestjs/common';

/**
 * Runs its work at an interval that begins with the start, and when it is woken, never concurrently. A failure is logged, and the next run
 * retries.
 */
export class Loop {
  private readonly logger = new Logger('Loop');
  private readonly timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private runAgain = false;
  private stopped = false;

  /** @param intervalMs null for a loop that only others wake, also at the start */
  constructor(
    private readonly name: string,
    intervalMs: number | null,
    private readonly work: () => Promise<unknown>,
  ) {
    if (intervalMs === null) return;
    this.timer = setInterval(() => this.wake(), intervalMs);
    this.wake();
  }

  wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.runAgain = true;
      return;
    }
    this.running = this.runOnce().finally(() => {
      this.running = undefined;
      if (this.runAgain) this.wake();
    });
  }

  /** Resolves when the current run has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  private async runOnce(): Promise<void> {
    this.runAgain = false;
    try {
      await this.work();
    } catch (error) {
      this.logger.warn({ error }, `${this.name} failed, will retry`);
    }
  }
}
