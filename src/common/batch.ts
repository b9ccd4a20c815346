interface Pending<Key, Value> {
  key: Key;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers single questions to a store into one: a batch is under way at a time, and who asks meanwhile goes with the next, so that the
 * slower the store, the fewer the questions. Nobody is told what was read before they asked: a batch under way takes in nobody.
 */
export class Batch<Key, Value> {
  private pending: Pending<Key, Value>[] = [];
  private running = false;

  /** @param runAll answers for each key at its index; must settle within a bound, since others wait for it */
  constructor(private readonly runAll: (keys: readonly Key[]) => Promise<readonly Value[]>) {}

  submit(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.pending.length === 0 && !this.running) this.schedule();
      this.pending.push({ key, resolve, reject });
    });
  }

  /** After the other requests that arrived in this turn of the event loop. */
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
