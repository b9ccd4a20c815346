import { priorities, type Priority } from '../config/plans.js';
import { AppError } from './errors/app-error.js';
import { currentBudget } from './processor-budget.js';

export class TooBusyError extends AppError {
  constructor(waitTimeoutMs: number) {
    super('service_unavailable', {}, { cause: new Error(`did not start within ${waitTimeoutMs} ms`) });
  }
}

/** The owner of work that no organization or client requested. It has no cap. */
const noOwner = '';
const retryAfterSeconds = 5;

/**
 * Runs at most `maxConcurrent` pieces of work concurrently. Others wait, each for at most `waitTimeoutMs`. Work of paying organizations comes
 * first, then that of verified ones, as in the queue of simulations. Among equal ones, owners take turns. Where its priority has several
 * places, an owner leaves one of them free, so that slow work of one owner does not delay another. An owner is usually an organization.
 */
export class ConcurrencyLimit {
  private readonly running = priorities.map(() => 0);
  /** The start functions of waiting work, by priority and owner. The first owner is next. */
  private readonly waiting = priorities.map(() => new Map<string, (() => void)[]>());
  private readonly counts = new Map<string, number>();
  private readonly runningOf = new Map<string, number>();

  constructor(
    private readonly maxConcurrent: number,
    private readonly waitTimeoutMs: number,
    /** Maximum running and waiting pieces of work of one owner. */
    private readonly maxPerOwner = Infinity,
    /** Whether the last place is for paying organizations, and the one before for verified and paying ones. */
    private readonly hasReservedPlaces = false,
  ) {}

  /** Throws {@link TooBusyError} if the work does not start in time, and {@link AppError} `rate_limited` above the cap of the owner. */
  async run<T>(work: () => Promise<T>, owner = noOwner): Promise<T> {
    this.addTo(owner);
    try {
      const rank = priorities.indexOf(await priorityOfWork(owner));
      await this.turnOf(owner, rank);
      try {
        return await work();
      } finally {
        this.count(owner, rank, -1);
        while (this.startNext());
      }
    } finally {
      this.removeFrom(owner);
    }
  }

  private addTo(owner: string): void {
    const count = this.counts.get(owner) ?? 0;
    if (owner !== noOwner && count >= this.maxPerOwner) {
      throw new AppError('rate_limited').withHeaders({ 'Retry-After': String(retryAfterSeconds) });
    }
    this.counts.set(owner, count + 1);
  }

  private removeFrom(owner: string): void {
    const count = (this.counts.get(owner) ?? 0) - 1;
    if (count > 0) this.counts.set(owner, count);
    else this.counts.delete(owner);
  }

  private placesOf(rank: number): number {
    return Math.max(1, this.maxConcurrent - (this.hasReservedPlaces ? rank : 0));
  }

  /** A priority has no free place if one before it has none, so that no work overtakes waiting work. */
  private hasPlaceFor(owner: string, rank: number): boolean {
    const own = this.runningOf.get(owner) ?? 0;
    if (owner !== noOwner && own >= Math.max(1, this.placesOf(rank) - 1)) return false;
    return priorities.slice(0, rank + 1).every((_, before) => {
      const running = this.running.slice(before).reduce((sum, count) => sum + count, 0);
      return running < this.placesOf(before);
    });
  }

  private count(owner: string, rank: number, change: 1 | -1): void {
    this.running[rank]! += change;
    const own = (this.runningOf.get(owner) ?? 0) + change;
    if (own > 0) this.runningOf.set(owner, own);
    else this.runningOf.delete(owner);
  }

  private async turnOf(owner: string, rank: number): Promise<void> {
    if (this.hasPlaceFor(owner, rank)) return this.count(owner, rank, 1);
    const owners = this.waiting[rank]!;
    const queue = owners.get(owner) ?? [];
    owners.set(owner, queue);
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(start), 1);
        if (queue.length === 0) owners.delete(owner);
        reject(new TooBusyError(this.waitTimeoutMs));
      }, this.waitTimeoutMs);
      queue.push(start);
    });
  }

  /** Starts waiting work in a free place, if there is one. Its owner is then last. */
  private startNext(): boolean {
    for (const [rank, owners] of this.waiting.entries())
      for (const [owner, queue] of owners) {
        if (!this.hasPlaceFor(owner, rank)) continue;
        const start = queue.shift();
        owners.delete(owner);
        if (queue.length > 0) owners.set(owner, queue);
        this.count(owner, rank, 1);
        start?.();
        return true;
      }
    return false;
  }
}

/** Work that no organization requested is of the service itself. Work without a credential comes last. */
function priorityOfWork(owner: string): Priority | Promise<Priority> {
  if (owner === noOwner) return 'paying';
  return currentBudget()?.priority() ?? 'unverified';
}

/** A longer delay of a timer shows that the process was paused, or that its own work blocked it. */
const toleratedDelayMs = 100;

/**
 * Calls `onTimeout` after the process has run for `timeoutMs`. The returned function cancels this. `setTimeout` would also count the time in
 * which the process was paused. Here, the time starts again after a pause, and replies that have arrived are read first.
 */
export function setRunningTimeout(timeoutMs: number, onTimeout: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let canceled = false;
  const start = () => {
    const dueMs = performance.now() + timeoutMs;
    timer = setTimeout(() => {
      // `setImmediate` runs after the event loop has read from its sockets.
      if (performance.now() > dueMs + toleratedDelayMs) start();
      else setImmediate(() => void (canceled || onTimeout()));
    }, timeoutMs);
  };
  start();
  return () => {
    canceled = true;
    clearTimeout(timer);
  };
}

/**
 * Frees the memory of bytes, which are empty afterwards. V8 frees memory of an old object only in a full garbage collection, seconds later:
 * twenty files of a megabyte stayed in the process. A copy that takes over the memory is a young object, which is collected early.
 *
 * @param bytes of a buffer that contains nothing else
 */
export function freeMemory({ buffer }: Uint8Array<ArrayBuffer>): void {
  structuredClone(buffer, { transfer: [buffer] });
}
