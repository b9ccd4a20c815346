import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Timeouts of the service are longer than this. */
const shortPauseMs = 500;
const maxRounds = 5;
/** The service connects again to Redis and Postgres within this time. Until then, a pause has effects. */
const effectMs = 3_000;

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

interface StealSample {
  atMs: number;
  /** Time that the host took from each processor since its start, in milliseconds. */
  stolenMs: number[];
}

/** On a virtual machine, the host can pause the processor of a server while this process runs. Linux counts this time. */
class StealWatch {
  private readonly recent: StealSample[] = [sampleSteal()];

  constructor() {
    setInterval(() => {
      this.recent.push(sampleSteal());
      if (this.recent.length * shortPauseMs > effectMs) this.recent.shift();
    }, shortPauseMs).unref();
  }

  /** Returns the state at the start of the time whose pauses can affect work that starts now. */
  start(): StealSample {
    return this.recent[0] ?? sampleSteal();
  }

  /** Returns whether the host took a considerable part of the time since then from one processor. */
  sawPause(start: StealSample): boolean {
    const { atMs, stolenMs } = sampleSteal();
    const longestMs = Math.max(0, ...stolenMs.map((ms, processor) => ms - (start.stolenMs[processor] ?? ms)));
    return longestMs >= shortPauseMs && longestMs >= (atMs - start.atMs) / 10;
  }
}

const statistics = '/proc/stat';
const tickMs = 10;

function sampleSteal(): StealSample {
  const text = existsSync(statistics) ? readFileSync(statistics, 'utf8') : '';
  // cpu0 user nice system idle iowait irq softirq steal …
  const stolenMs = [...text.matchAll(/^cpu\d+(?: \d+){7} (\d+)/gm)].map(([, ticks]) => Number(ticks) * tickMs);
  return { atMs: performance.now(), stolenMs };
}

const steal = new StealWatch();

/**
 * Repeats work whose result is wrong, but only if the machine paused this process or one of its processors meanwhile or shortly before: the
 * pause can have exceeded a timeout of the service. Without a pause, a wrong result is returned.
 */
export async function repeatAfterPause<Result>(
  work: (round: number) => Promise<Result>,
  isWrong: (result: Result) => boolean,
): Promise<Result> {
  for (let round = 1; ; round++) {
    const start = steal.start();
    const watch = new PauseWatch();
    const result = await work(round).finally(() => watch.stop());
    const sawPause = watch.longestMs >= shortPauseMs || steal.sawPause(start);
    if (!isWrong(result) || !sawPause || round === maxRounds) return result;
    await sleep(effectMs / maxRounds);
  }
}
