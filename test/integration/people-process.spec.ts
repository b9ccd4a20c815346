import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PopulationDefinition } from '../../model/definition.js';
import type { FileTask, MarginsTask } from '../../src/saved/populations/create-people.js';
import { ProcessTurns } from '../../src/platform/process/process-turns.service.js';
import { PeopleProcess } from '../../src/saved/populations/population-creation.service.js';
import { projectFolder } from '../support/operator.js';

const file = join(projectFolder, 'dist/app/saved/populations/create-people.process.js');
const workflow = { workflowId: 'w', population: { attributes: [] } as unknown as PopulationDefinition };
const fileTask: FileTask = {
  kind: 'file',
  ...workflow,
  format: 'csv',
  mapping: { columns: {}, values: {} },
};
const marginsTask: MarginsTask = { kind: 'margins', ...workflow, margins: [], respondents: null };

describe('PeopleProcess', () => {
  const folder = mkdtempSync(join(tmpdir(), 'people-process-'));
  let descriptor: number;
  beforeAll(() => {
    const path = join(folder, 'people.csv');
    writeFileSync(path, `a\n${'1\n'.repeat(100_000)}`);
    descriptor = openSync(path, 'r');
  });
  afterAll(() => {
    closeSync(descriptor);
    rmSync(folder, { recursive: true });
  });

  it.each([
    [
      'file',
      fileTask,
      'time',
      { memoryMb: 512, cpuSeconds: 10, timeoutMs: 1 },
      /takes too long to read: send fewer rows/,
    ],
    [
      'file',
      fileTask,
      'memory',
      { memoryMb: 60, cpuSeconds: 10, timeoutMs: 30_000 },
      /too much memory: send fewer rows/,
    ],
    ['margins', marginsTask, 'time', { memoryMb: 512, cpuSeconds: 10, timeoutMs: 1 }, /take too long to match/],
  ] as const)(
    'A %s whose process reaches its limit of %s is rejected with advice',
    async (_, task, limit, limits, message) => {
      void limit;
      await expect(
        new PeopleProcess(new ProcessTurns(), file, limits).create('o', task, descriptor),
      ).rejects.toMatchObject({
        code: 'invalid_population',
        meta: { issues: [{ message: expect.stringMatching(message) as string }] },
      });
    },
  );

  it('A bug or a shutdown is not reported as an invalid file', async () => {
    const people = new PeopleProcess(new ProcessTurns(), join(projectFolder, 'missing.process.js'));
    await expect(people.create('o', fileTask, descriptor)).rejects.toThrow(/Cannot find module/);
    const turns = new ProcessTurns();
    const creating = new PeopleProcess(turns, file).create('o', fileTask, descriptor);
    turns.onApplicationShutdown();
    await expect(creating).rejects.toMatchObject({ name: 'AbortError' });
  });
});
