import { setImmediate as turn } from 'node:timers/promises';
import { Batch } from './batch.js';

describe('Batch', () => {
  it('Requests of one event loop turn share one query, and each gets its own result', async () => {
    const batches: (readonly number[])[] = [];
    const batch = new Batch((keys: readonly number[]) => {
      batches.push(keys);
      return Promise.resolve(keys.map((key) => key * 10));
    });
    expect(await Promise.all([batch.submit(1), batch.submit(2), batch.submit(1)])).toEqual([10, 20, 10]);
    expect(batches).toEqual([[1, 2, 1]]);
  });

  it('A request that arrives while a batch runs joins the next batch', async () => {
    let stored = 'old';
    const reads: { keys: readonly string[]; finish: () => void }[] = [];
    const batch = new Batch((keys: readonly string[]) => {
      const observed = stored;
      return new Promise<string[]>((resolve) => reads.push({ keys, finish: () => resolve(keys.map(() => observed)) }));
    });
    const before = batch.submit('a');
    await turn();
    stored = 'new';
    const after = [batch.submit('b'), batch.submit('c')];
    await turn();
    reads[0]?.finish();
    expect(await before).toBe('old');
    await turn();
    reads[1]?.finish();
    expect(await Promise.all(after)).toEqual(['new', 'new']);
    expect(reads.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c']]);
  });

  it('A failed batch rejects only its own requests', async () => {
    let fail = true;
    const batch = new Batch((keys: readonly string[]) =>
      fail ? Promise.reject(new Error('unavailable')) : Promise.resolve([...keys]),
    );
    await expect(Promise.all([batch.submit('a'), batch.submit('b')])).rejects.toThrow('unavailable');
    fail = false;
    expect(await batch.submit('c')).toBe('c');
  });
});
