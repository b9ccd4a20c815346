import { setTimeout as sleep, setImmediate } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import type { Priority } from '../config/plans.js';
import { ConcurrencyLimit, TooBusyError, setRunningTimeout } from './concurrency-limit.js';
import { withBudget } from './processor-budget.js';

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

  it('An owner with much waiting work delays other owners by one piece of it', async () => {
    const limit = new ConcurrencyLimit(1, 5_000);
    const started: string[] = [];
    const run = (owner: string) =>
      limit.run(async () => {
        started.push(owner);
        await sleep(1);
      }, owner);
    const greedy = Array.from({ length: 20 }, () => run('greedy'));
    const others = ['first', 'second', 'first'].map((owner) => run(owner));
    await Promise.all([...greedy, ...others]);
    expect(started.slice(0, 6)).toEqual(['greedy', 'greedy', 'first', 'second', 'greedy', 'first']);
  });

  it('Work above the cap of an owner is rejected immediately, and accepted again after other work has ended', async () => {
    const limit = new ConcurrencyLimit(1, 5_000, 2);
    const work = () => sleep(5);
    const accepted = [limit.run(work, 'a'), limit.run(work, 'a')];
    await expect(limit.run(work, 'a')).rejects.toMatchObject({ code: 'rate_limited', headers: { 'Retry-After': '5' } });
    await limit.run(work, 'b');
    await Promise.all(accepted);
    await limit.run(work, 'a');
  });

  describe('with work of organizations with different priorities', () => {
    const budgetOf = (priority: Priority) => ({
      priority: () => Promise.resolve(priority),
      require: () => Promise.resolve(),
      charge: () => Promise.resolve(),
    });
    /** Work that runs until `end` is called. */
    const started: string[] = [];
    const start = (limit: ConcurrencyLimit, owner: string, priority: Priority) => {
      let end = () => undefined as void;
      const ended = new Promise<void>((resolve) => (end = resolve));
      const work = () => {
        started.push(owner);
        return ended;
      };
      return { end, done: withBudget(budgetOf(priority), () => limit.run(work, owner)) };
    };
    beforeEach(() => started.splice(0));

    it('Work of a paying organization that waits starts before work of verified and unverified ones that arrived earlier', async () => {
      const limit = new ConcurrencyLimit(1, 5_000);
      const all = [
        start(limit, 'first', 'unverified'),
        start(limit, 'unverified', 'unverified'),
        start(limit, 'verified', 'verified'),
        start(limit, 'paying', 'paying'),
      ];
      await sleep(1);
      for (const { end } of all) end();
      await Promise.all(all.map(({ done }) => done));
      expect(started).toEqual(['first', 'paying', 'verified', 'unverified']);
    });

    it('An owner leaves one of several places to others, and uses the only one', async () => {
      const limit = new ConcurrencyLimit(3, 5_000, Infinity, true);
      const slow = ['p1', 'p1', 'p1'].map((owner) => start(limit, owner, 'paying'));
      await sleep(1);
      expect(started).toEqual(['p1', 'p1']);
      const other = start(limit, 'p2', 'paying');
      await sleep(1);
      expect(started).toEqual(['p1', 'p1', 'p2']);
      for (const { end } of [...slow, other]) end();
      await Promise.all([...slow, other].map(({ done }) => done));
      const single = new ConcurrencyLimit(1, 5_000);
      const alone = start(single, 'p1', 'paying');
      alone.end();
      await alone.done;
      expect(started).toEqual(['p1', 'p1', 'p2', 'p1', 'p1']);
    });

    it('With reserved places, unverified organizations never use the places of verified ones, nor those the places of paying ones', async () => {
      const limit = new ConcurrencyLimit(3, 5_000, Infinity, true);
      const unverified = ['u1', 'u2', 'u3'].map((owner) => start(limit, owner, 'unverified'));
      const verified = ['v1', 'v2'].map((owner) => start(limit, owner, 'verified'));
      const paying = start(limit, 'p1', 'paying');
      await sleep(1);
      expect(started).toEqual(['u1', 'v1', 'p1']);
      for (const { end } of [...unverified, ...verified, paying]) end();
      await Promise.all([...unverified, ...verified, paying].map(({ done }) => done));
      expect(started).toHaveLength(6);
    });
  });
});

const timeoutMs = 200;

/** Blocks this process, as a pause of the machine does. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe('setRunningTimeout', () => {
  it('The timeout passes while the process runs', async () => {
    const passed = new Promise<void>((resolve) => setRunningTimeout(timeoutMs, resolve));
    await expect(passed).resolves.toBeUndefined();
  });

  it('A canceled timeout has no effect', async () => {
    let hasPassed = false;
    const cancel = setRunningTimeout(timeoutMs, () => (hasPassed = true));
    cancel();
    await sleep(2 * timeoutMs);
    expect(hasPassed).toBe(false);
  });

  it.each([1.2, 3])(
    'After a pause of the process of %f times the timeout, a reply that has arrived comes first',
    async (times) => {
      const replies = new MessageChannel();
      const first = new Promise<string>((resolve) => {
        const cancel = setRunningTimeout(timeoutMs, () => resolve('timeout'));
        replies.port2.on('message', () => {
          cancel();
          resolve('reply');
        });
      });
      await setImmediate(); // the event loop runs its timers next, before it reads
      replies.port1.postMessage('reply');
      pause(times * timeoutMs);
      expect(await first).toBe('reply');
      replies.port1.close();
    },
  );

  it('After a pause of the process, the timeout passes if no reply arrives', async () => {
    const passed = new Promise<void>((resolve) => setRunningTimeout(timeoutMs, resolve));
    pause(3 * timeoutMs);
    await expect(passed).resolves.toBeUndefined();
  });
});
