// cspell:ignore SHLVL (variable of a shell)
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { LimitedProcess, runLimited, type ProcessLimits } from './limited-process.js';

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

  it('The process reads its input before it receives the task', async () => {
    const file = join(folder, 'read.mjs');
    const program = `import { text } from 'node:stream/consumers';
      const input = text(process.stdin);
      process.once('message', async (task) => process.send([task, (await input).length]));`;
    writeFileSync(file, program);
    const reader = new LimitedProcess<string, [string, number]>(file, roomy, { hasInput: true });
    try {
      await pipeline(Array<string>(1_000).fill('x'.repeat(1_000)), reader.input);
      expect(await reader.answer('count')).toEqual(['count', 1_000_000]);
    } finally {
      reader.end();
    }
  });

  it('A process that ends before its task rejects the task', async () => {
    const file = join(folder, 'end.mjs');
    writeFileSync(file, 'process.exit(3)');
    const ended = new LimitedProcess(file, roomy, { hasInput: true });
    await new Promise((resolve) => ended.input.once('close', resolve));
    await expect(ended.answer({})).rejects.toThrow(/the process ended with 3/);
    ended.end();
  });
});
