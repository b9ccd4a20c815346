import { setTimeout as sleep } from 'node:timers/promises';
import { ConcurrencyLimit, TooBusyError } from './concurrency-limit.js';

describe('ConcurrencyLimit', () => {
  it('starts work in order of arrival and never exceeds the limit, also after work fails', async () => {
    const limit = new ConcurrencyLimit(3, 1_000);
    let running = 0;
    let maxRunning = 0;
    const started: number[] = [];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        limit.run(async () => {
          started.push(index);
          maxRunning = Math.max(maxRunning, ++running);
          await sleep(2);
          running--;
          if (index % 5 === 0) throw new Error('no');
          return index;
        }),
      ),
    );
    expect(maxRunning).toBe(3);
    expect(started).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  });

  it('rejects work that waits longer than the timeout, never starts it, and leaves the limit usable', async () => {
    const limit = new ConcurrencyLimit(1, 20);
    const first = limit.run(() => sleep(80));
    const tooLate = jest.fn(() => Promise.resolve());
    await expect(limit.run(tooLate)).rejects.toBeInstanceOf(TooBusyError);
    await first;
    expect(await limit.run(() => Promise.resolve(7))).toBe(7);
    await expect(Promise.all([limit.run(() => sleep(5)), limit.run(() => Promise.resolve(8))])).resolves.toEqual([
      undefined,
      8,
    ]);
    expect(tooLate).not.toHaveBeenCalled();
  });
});
