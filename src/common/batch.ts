interface Waiting<Key, Value> {
  key: Key;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers single questions to a store into one: a batch is under way at a time, and who asks meanwhile goes with the next, so that the
 * slower the store, the fewer the questions. Nobody is told what was read before they asked: a batch under way takes in nobody.
 */
export class Batch<Key, Value> {
  private waiting: Waiting<Key, Value>[] = [];
  private underWay = false;

  /** @param readAll answers for each key at its index; must settle within a bound, since others wait for it */
  constructor(private readonly readAll: (keys: readonly Key[]) => Promise<readonly Value[]>) {}

  read(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0 && !this.underWay) this.askSoon();
      this.waiting.push({ key, resolve, reject });
    });
  }

  /** After the other requests that arrived in this turn of the event loop. */
  private askSoon(): void {
    setImmediate(() => void this.ask());
  }

  private async ask(): Promise<void> {
    const asked = this.waiting;
    this.waiting = [];
    this.underWay = true;
    try {
      const values = await this.readAll(asked.map(({ key }) => key));
      asked.forEach(({ resolve }, index) => resolve(values[index] as Value));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
    this.underWay = false;
    if (this.waiting.length > 0) this.askSoon();
  }
}
