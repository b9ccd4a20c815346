// cspell:ignore SHLVL (variable of a shell)
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withBudget } from '../../common/processor-budget.js';
import { runLimited, type ProcessLimits } from './limited-process.js';

const roomy: ProcessLimits = { memoryMb: 512, cpuSeconds: 20, timeoutMs: 30_000 };

describe('runLimited', () => {
  const folder = mkdtempSync(join(tmpdir(), 'limited-process-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs a function of the task in a limited process. */
  const run = (
    work: (task: unknown) => unknown,
    limits: Partial<ProcessLimits> = {},
    options: { signal?: AbortSignal; watchMemory?: boolean } = {},
  ) => {
    const file = join(folder, 'work.mjs');
    writeFileSync(file, `process.once('message', async (task) => process.send(await (${work.toString()})(task)));`);
    return runLimited<unknown, unknown>(file, { bytes: new Uint8Array([1, 2, 3]) }, { ...roomy, ...limits }, options);
  };
  const fillBuffers = () => Array.from({ length: 100 }, () => Buffer.alloc(100_000_000, 1)).length;
  const fillObjects = () => {
    const all: number[][] = [];
    for (;;) all.push(Array<number>(1_000_000).fill(all.length));
  };
  const turn = () => {
    for (;;);
  };

  it('The process receives the task and its answer is returned', async () => {
    const task = await run((received) => received);
    expect(task).toEqual({ bytes: new Uint8Array([1, 2, 3]) });
  });

  it('The process knows no environment variables of the service, which can be secrets', async () => {
    process.env['SVC_SECRET_OF_A_TEST'] = 'secret';
    const names = (await run(() => Object.keys(process.env))) as string[];
    delete process.env['SVC_SECRET_OF_A_TEST'];
    expect(names.filter((name) => !/^(NODE_CHANNEL_|PWD$|OLDPWD$|SHLVL$|_$)/.test(name))).toEqual([]);
  });

  it.each([
    ['buffers', fillBuffers],
    ['objects', fillObjects],
  ])('A process that fills memory with %s ends at the limit', async (_, work) => {
    await expect(run(work, { memoryMb: 250 })).rejects.toMatchObject({ limit: 'memory' });
  });

  it('Where the system limits no memory, a process ends when a poll finds more than the limit', async () => {
    const fill = async () => {
      const filled = Buffer.alloc(200_000_000, 1);
      await new Promise((resolve) => setTimeout(resolve, 100_000));
      return filled.length;
    };
    await expect(run(fill, { memoryMb: 150 }, { watchMemory: true })).rejects.toMatchObject({ limit: 'memory' });
  });

  it('A process that computes without end ends at its limit of processor time', async () => {
    await expect(run(turn, { cpuSeconds: 1 })).rejects.toMatchObject({ limit: 'time' });
  });

  it('A process that waits ends at the timeout', async () => {
    const wait = () => new Promise((resolve) => setTimeout(resolve, 100_000));
    await expect(run(wait, { timeoutMs: 500 })).rejects.toMatchObject({ limit: 'time' });
  });

  it('An exception in the process is an error with its stack, and no reached limit', async () => {
    const failing = run(() => {
      throw new TypeError('a bug');
    });
    await expect(failing).rejects.toThrow(/TypeError: a bug/);
    await expect(failing).rejects.not.toHaveProperty('limit');
  });

  it('A shutdown ends the process, and is no reached limit', async () => {
    const shutdown = new AbortController();
    const running = run(turn, {}, { signal: shutdown.signal });
    setTimeout(() => shutdown.abort(), 100);
    await expect(running).rejects.not.toHaveProperty('limit');
  });

  it('The process reads an open file, also one without a name, as its standard input', async () => {
    const [file, input] = ['read.mjs', 'input'].map((name) => join(folder, name)) as [string, string];
    writeFileSync(
      file,
      `import { readFileSync } from 'node:fs';
      process.once('message', (task) => process.send([task, readFileSync(0).length]));`,
    );
    writeFileSync(input, 'x'.repeat(1_000_000));
    const descriptor = openSync(input, 'r');
    rmSync(input);
    expect(await runLimited(file, 'count', roomy, { input: descriptor })).toEqual(['count', 1_000_000]);
    closeSync(descriptor);
  });

  it('The processor time of a process is charged to the budget of the request, also if the process reaches a limit', async () => {
    const charged: number[] = [];
    const budget = {
      priority: () => Promise.resolve('paying' as const),
      require: () => Promise.resolve(),
      charge: (usedMs: number) => Promise.resolve(void charged.push(usedMs)),
    };
    const compute = () => {
      const usedMs = () => process.cpuUsage().user / 1_000;
      const startMs = usedMs();
      while (usedMs() - startMs < 200);
      return 'computed';
    };
    await withBudget(budget, () => run(compute));
    await withBudget(budget, () => run(turn, { cpuSeconds: 1 })).catch(() => undefined);
    expect(charged[0]).toBeGreaterThanOrEqual(190);
    expect(charged[1]).toBeGreaterThanOrEqual(900);
    expect(charged[1]).toBeLessThanOrEqual(1_000);
  });
});
