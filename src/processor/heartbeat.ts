/** Writes the heartbeats of one run, one at a time. Otherwise, a slow database would have all its connections used by heartbeats. */
export class Heartbeat {
  private readonly timer: NodeJS.Timeout;
  private running: Promise<void> | undefined;

  /** @param beat writes one heartbeat and never rejects */
  constructor(
    intervalMs: number,
    private readonly beat: () => Promise<void>,
  ) {
    this.timer = setInterval(() => this.next(), intervalMs);
  }

  /** Resolves when the last heartbeat is written, so that it cannot overwrite later changes. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private next(): void {
    this.running ??= this.beat().finally(() => (this.running = undefined));
  }
}
