interface Waiting<Key, Value> {
  key: Key;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers what is asked for in one turn of the event loop into one question to a store. Nobody is told what was read before they
 * asked: a batch that is under way takes in nobody.
 */
export class Batch<Key, Value> {
  private waiting: Waiting<Key, Value>[] = [];

  /** @param readAll answers for each key at its index */
  constructor(private readonly readAll: (keys: readonly Key[]) => Promise<readonly Value[]>) {}

  read(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) setImmediate(() => void this.ask());
      this.waiting.push({ key, resolve, reject });
    });
  }

  private async ask(): Promise<void> {
    const asked = this.waiting;
    this.waiting = [];
    try {
      const values = await this.readAll(asked.map(({ key }) => key));
      asked.forEach(({ resolve }, index) => resolve(values[index] as Value));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
