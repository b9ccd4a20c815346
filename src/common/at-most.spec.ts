import { setTimeout as sleep } from 'node:timers/promises';
import { AtMost, TooBusyError } from './at-most.js';

describe('at most so many at once', () => {
  it('run, and all get their turn in order, also after one has failed', async () => {
    const atMost = new AtMost(3, 1_000);
    let running = 0;
    let most = 0;
    const begun: number[] = [];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        atMost.run(async () => {
          begun.push(index);
          most = Math.max(most, ++running);
          await sleep(2);
          running--;
          if (index % 5 === 0) throw new Error('no');
          return index;
        }),
      ),
    );
    expect(most).toBe(3);
    expect(begun).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  });

  it('wait for their turn no longer than they may, and leave no place taken', async () => {
    const atMost = new AtMost(1, 20);
    const first = atMost.run(() => sleep(80));
    await expect(atMost.run(() => Promise.resolve())).rejects.toBeInstanceOf(TooBusyError);
    await first;
    expect(await atMost.run(() => Promise.resolve(7))).toBe(7);
    await expect(Promise.all([atMost.run(() => sleep(5)), atMost.run(() => Promise.resolve(8))])).resolves.toEqual([
      undefined,
      8,
    ]);
  });
});
