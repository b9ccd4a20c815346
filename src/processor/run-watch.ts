import { threadUsedMs } from '../platform/process/measured.js';

/** Numbers that a run shares between the worker's main thread and the engine thread, by position. */
export const agentsDone = 0;
export const stopRequested = 1;
/** 1 when the engine thread has started the run. */
const started = 2;
/** Id of the engine thread, and its processor time in ms at the start of the run. 0 if the operating system does not report it. */
const threadId = 3;
const usedMsAtStart = 4;
const size = 5;

export type RunControl = Int32Array<SharedArrayBuffer>;

export function newControl(): RunControl {
  return new Int32Array(new SharedArrayBuffer(size * Int32Array.BYTES_PER_ELEMENT));
}

/** Called by the engine thread at the start of a run. */
export function reportStart(control: RunControl, thread: { threadId: number; usedMs: number } | undefined): void {
  Atomics.store(control, threadId, thread?.threadId ?? 0);
  Atomics.store(control, usedMsAtStart, thread?.usedMs ?? 0);
  Atomics.store(control, started, 1);
}

/** The thread of a run and its processor time at the start; undefined until the run has started. */
function startOf(control: RunControl): { threadId: number; usedMs: number } | undefined {
  if (Atomics.load(control, started) === 0) return undefined;
  return { threadId: Atomics.load(control, threadId), usedMs: Atomics.load(control, usedMsAtStart) };
}

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
