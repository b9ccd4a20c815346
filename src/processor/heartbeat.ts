/** The signs of life of one run, one after the other: where the database is slow they would take all of its connections. */
export class Heartbeat {
  private readonly timer: NodeJS.Timeout;
  private running: Promise<void> | undefined;

  /** @param beat writes one, and rejects never */
  constructor(
    intervalMs: number,
    private readonly beat: () => Promise<void>,
  ) {
    this.timer = setInterval(() => this.next(), intervalMs);
  }

  /** Resolves when the last one is over: it cannot undo what is written after that. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private next(): void {
    this.running ??= this.beat().finally(() => (this.running = undefined));
  }
}
