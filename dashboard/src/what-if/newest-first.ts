type Computed<Result> = { result: Result } | { problem: string };

/** Results that are kept, so that going back needs no computation. */
const maxResults = 200;

/**
 * Computes the requests that are wanted now, the first one first. While one is computed, newer requests replace the others: nothing is queued,
 * so that a moved control never waits for its earlier positions.
 */
export class NewestFirst<Request, Result> {
  readonly #results = new Map<string, Computed<Result>>();
  #wanted: readonly Request[] = [];
  #isBusy = false;
  #latest: Computed<Result> | undefined;

  constructor(
    private readonly compute: (request: Request) => Promise<Result>,
    private readonly onResult: () => void,
  ) {}

  of(request: Request): Computed<Result> | undefined {
    return this.#results.get(JSON.stringify(request));
  }

  latest(): Computed<Result> | undefined {
    return this.#latest;
  }

  want(requests: readonly Request[]): void {
    this.#wanted = requests;
    if (!this.#isBusy) void this.#next();
  }

  async #next(): Promise<void> {
    const request = this.#wanted.find((one) => !this.of(one));
    if (!request) return;
    this.#isBusy = true;
    const computed = await this.compute(request).then(
      (result) => ({ result }),
      (error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
    );
    this.#isBusy = false;
    this.#latest = computed;
    this.#results.set(JSON.stringify(request), computed);
    const [oldest] = this.#results.keys();
    if (this.#results.size > maxResults) this.#results.delete(oldest!);
    this.onResult();
    void this.#next();
  }
}
