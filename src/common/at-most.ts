import { AppError } from './errors/app-error.js';

/** There was no turn in time. */
export class TooBusyError extends AppError {
  constructor(waitedMs: number) {
    super('service_unavailable', {}, { cause: new Error(`no turn within ${waitedMs} ms`) });
  }
}

/** Lets so many pieces of work run at once; the others wait for their turn, in order, but not for ever. */
export class AtMost {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly waitTimeoutMs: number,
  ) {}

  /** Rejects with {@link TooBusyError} when no turn comes. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running === this.atOnce) await this.turn();
    else this.running++;
    try {
      return await work();
    } finally {
      // The place is handed on as it is, so that nobody slips in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }

  private turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        reject(new TooBusyError(this.waitTimeoutMs));
      }, this.waitTimeoutMs);
      const begin = () => {
        clearTimeout(timeout);
        resolve();
      };
      this.waiting.push(begin);
    });
  }
}
