import { AppError } from './errors/app-error.js';

/** The work waited for the whole timeout and did not start. */
export class TooBusyError extends AppError {
  constructor(waitTimeoutMs: number) {
    super('service_unavailable', {}, { cause: new Error(`did not start within ${waitTimeoutMs} ms`) });
  }
}

/** The owner of work that no organization or client requested. It has no cap. */
const noOwner = '';
const retryAfterSeconds = 5;

/**
 * Runs at most `maxConcurrent` pieces of work concurrently. Others wait, each for at most `waitTimeoutMs`. Owners take turns, so an owner
 * with much waiting work delays another owner by one piece of it. An owner is usually an organization.
 */
export class ConcurrencyLimit {
  private running = 0;
  /** The start functions of waiting work, by owner. The first owner is next. */
  private readonly waiting = new Map<string, (() => void)[]>();
  /** Running and waiting pieces of work by owner. */
  private readonly counts = new Map<string, number>();

  constructor(
    private readonly maxConcurrent: number,
    private readonly waitTimeoutMs: number,
    /** Maximum running and waiting pieces of work of one owner. */
    private readonly maxPerOwner = Infinity,
  ) {}

  /** Throws {@link TooBusyError} if the work does not start in time, and {@link AppError} `rate_limited` above the cap of the owner. */
  async run<T>(work: () => Promise<T>, owner = noOwner): Promise<T> {
    this.addTo(owner);
    try {
      await this.turnOf(owner);
      try {
        return await work();
      } finally {
        this.startNext();
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

  private async turnOf(owner: string): Promise<void> {
    if (this.running < this.maxConcurrent) {
      this.running += 1;
      return;
    }
    const queue = this.waiting.get(owner) ?? [];
    this.waiting.set(owner, queue);
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(start), 1);
        if (queue.length === 0) this.waiting.delete(owner);
        reject(new TooBusyError(this.waitTimeoutMs));
      }, this.waitTimeoutMs);
      queue.push(start);
    });
  }

  /** Starts waiting work in the place of work that has ended. Its owner is then last. */
  private startNext(): void {
    const [next] = this.waiting;
    if (!next) {
      this.running -= 1;
      return;
    }
    const [owner, queue] = next;
    const start = queue.shift();
    this.waiting.delete(owner);
    if (queue.length > 0) this.waiting.set(owner, queue);
    start?.();
  }
}
