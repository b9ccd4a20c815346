interface Pending<Key, Value> {
  key: Key;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
}

/**
 * Combines concurrent requests to a store into one query. Only one batch runs at a time, so that a slow store gets fewer and larger
 * queries. A request never joins a batch that already runs: its result would be older than the request.
 */
export class Batch<Key, Value> {
  private pending: Pending<Key, Value>[] = [];
  private running = false;

  /** @param runAll returns one value for each key, in the order of the keys. Must always settle, because later requests wait for it. */
  constructor(private readonly runAll: (keys: readonly Key[]) => Promise<readonly Value[]>) {}

  submit(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.pending.length === 0 && !this.running) this.schedule();
      this.pending.push({ key, resolve, reject });
    });
  }

  /** Waits until all requests of this turn of the event loop have arrived. */
  private schedule(): void {
    setImmediate(() => void this.run());
  }

  private async run(): Promise<void> {
    const batch = this.pending;
    this.pending = [];
    this.running = true;
    try {
      const values = await this.runAll(batch.map(({ key }) => key));
      batch.forEach(({ resolve }, index) => resolve(values[index] as Value));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.running = false;
    if (this.pending.length > 0) this.schedule();
  }
}
