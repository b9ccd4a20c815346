import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withBudget } from './processor-budget.js';
import { isOutOfMemory, Thread, type ThreadOptions, TookTooLongError } from './thread.js';

const timeoutMs = 20_000;
const forever = '() => new Promise(() => setInterval(() => undefined, 1_000))';
const threadName = '() => (globalThis.threadName ??= Math.random())';

describe('Thread', () => {
  const folder = mkdtempSync(join(tmpdir(), 'thread-'));
  const file = join(folder, 'run.mjs');
  // A task is the text of a function.
  writeFileSync(file, 'export default (task) => eval(task)();');
  afterAll(() => rmSync(folder, { recursive: true }));
  const threads: Thread<string, unknown>[] = [];
  const threadWith = (options: ThreadOptions) => {
    const thread = new Thread<string, unknown>(file, options);
    threads.push(thread);
    return thread;
  };
  afterEach(async () => {
    jest.useRealTimers();
    await Promise.all(threads.splice(0).map((thread) => thread.close()));
  });

  it('Work of one organization that takes its whole timeout does not end the wait of another organization', async () => {
    jest.useFakeTimers();
    const thread = threadWith({ timeoutMs });
    const slow = thread.inTurn('slow', () => new Promise((resolve) => setTimeout(resolve, timeoutMs)));
    const waiting = thread.inTurn('other', () => Promise.resolve('computed'));
    await jest.advanceTimersByTimeAsync(timeoutMs);
    await slow;
    expect(await waiting).toBe('computed');
  });

  it('Organizations take turns, so that an organization with much work delays another by one piece of it', async () => {
    const thread = threadWith({ timeoutMs });
    const order: string[] = [];
    const work = (organization: string) =>
      thread.inTurn(organization, () => {
        order.push(organization);
        return new Promise((resolve) => setTimeout(resolve, 1));
      });
    await Promise.all([work('busy'), work('busy'), work('busy'), work('other'), work('other')]);
    expect(order).toEqual(['busy', 'busy', 'other', 'busy', 'other']);
  });

  it('Work above the maximum of one organization is rejected, and that of another is not', async () => {
    const thread = threadWith({ maxPerOrganization: 1 });
    const first = thread.inTurn('one', (run) => run('() => 1'));
    await expect(thread.inTurn('one', (run) => run('() => 2'))).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await thread.inTurn('other', (run) => run('() => 3'))).toBe(3);
    expect(await first).toBe(1);
  });

  it('A task that exceeds the timeout ends with its thread, and the next task runs in a new one', async () => {
    const thread = threadWith({ timeoutMs: 2_000 });
    const before = await thread.run(threadName);
    const slow = thread.run(forever);
    await expect(slow).rejects.toBeInstanceOf(TookTooLongError);
    await expect(slow).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await thread.run(threadName)).not.toBe(before);
  });

  it('A signal ends the thread of its task and removes its task from the queue', async () => {
    const thread = threadWith({ idleTimeoutMs: Infinity });
    const before = await thread.run(threadName);
    const controller = new AbortController();
    const running = thread.run(forever, controller.signal);
    const waiting = thread.run('() => 1', controller.signal);
    controller.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(await thread.run(threadName)).not.toBe(before);
  });

  it('A task that needs more memory than the maximum fails, and the next one runs', async () => {
    const thread = threadWith({ maxMemoryMb: 32 });
    const large = '() => { const all = []; for (;;) all.push(Array.from({ length: 1_000 }, (_, k) => ({ k }))); }';
    const error: unknown = await thread.run(large).catch((reason: unknown) => reason);
    expect(isOutOfMemory(error)).toBe(true);
    expect(await thread.run('() => 1')).toBe(1);
  });

  it('An idle thread ends, and one that must not end starts before the first task', async () => {
    const idle = threadWith({ idleTimeoutMs: 1 });
    expect(idle.threads).toHaveLength(0);
    await idle.run('() => 1');
    const ended = async (): Promise<void> => {
      if (idle.threads.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
      return ended();
    };
    await ended();
    const lasting = threadWith({ idleTimeoutMs: Infinity, size: 2 });
    expect(lasting.threads).toHaveLength(1);
    await Promise.all([lasting.run('() => 1'), lasting.run('() => 1')]);
    expect(lasting.threads).toHaveLength(2);
  });

  it('The processor time of measured work is charged to the budget of the request, and no work starts without a budget', async () => {
    const measuredFile = join(folder, 'measured.mjs');
    writeFileSync(measuredFile, 'export default async (task) => ({ answer: await eval(task)(), usedMs: 70 });');
    const thread = new Thread<string, unknown>(measuredFile, {});
    threads.push(thread);
    const charged: number[] = [];
    const budget = {
      priority: () => Promise.resolve('verified' as const),
      require: () => (charged.length < 2 ? Promise.resolve() : Promise.reject(new Error('used up'))),
      charge: (usedMs: number) => Promise.resolve(void charged.push(usedMs)),
    };
    const inTurn = (task: string) => withBudget(budget, () => thread.inTurn('one', (run) => run(task)));
    expect(await inTurn('() => 1')).toBe(1);
    await expect(inTurn('() => { throw new Error("wrong"); }')).rejects.toThrow('wrong');
    expect(charged).toEqual([70, expect.any(Number)]);
    await expect(inTurn('() => 1')).rejects.toThrow('used up');
    expect(await thread.inTurn('one', (run) => run('() => 1'))).toBe(1);
    expect(charged).toHaveLength(2);
  });
});
