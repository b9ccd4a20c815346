/** Timeouts of the service are longer than this. */
const shortPauseMs = 500;
const maxRounds = 5;

/** Measures how long this process did not run, because the machine paused it or because the test itself blocked it. */
export class PauseWatch {
  /** The longest pause in milliseconds. */
  longestMs = 0;
  /** The sum of the pauses that can reach a timeout of the service, in milliseconds. */
  totalMs = 0;
  private lastMs = performance.now();
  private readonly timer = setInterval(() => this.update(), 20);

  stop(): this {
    clearInterval(this.timer);
    this.update();
    return this;
  }

  private update(): void {
    const pauseMs = performance.now() - this.lastMs;
    this.lastMs += pauseMs;
    this.longestMs = Math.max(this.longestMs, pauseMs);
    if (pauseMs >= shortPauseMs) this.totalMs += pauseMs;
  }
}

/**
 * Repeats work whose result is wrong, but only if this process paused meanwhile: the pause can have exceeded a timeout of the service.
 * Without a pause, a wrong result is returned.
 */
export async function repeatAfterPause<Result>(
  work: (round: number) => Promise<Result>,
  isWrong: (result: Result) => boolean,
): Promise<Result> {
  for (let round = 1; ; round++) {
    const watch = new PauseWatch();
    const result = await work(round).finally(() => watch.stop());
    if (!isWrong(result) || watch.longestMs < shortPauseMs || round === maxRounds) return result;
  }
}
