import { join } from 'node:path';
import type { PopulationDefinition } from '../../src/engine/definition.js';
import type { FileTask, MarginsTask } from '../../src/saved/populations/create-people.js';
import { PeopleProcess } from '../../src/saved/populations/people-process.service.js';
import { projectFolder } from '../support/operator.js';

const file = join(projectFolder, 'dist/app/saved/populations/create-people.process.js');
const workflow = { workflowId: 'w', population: { attributes: [] } as unknown as PopulationDefinition };
const fileTask: FileTask = {
  kind: 'file',
  ...workflow,
  format: 'csv',
  bytes: Buffer.from(`a\n${'1\n'.repeat(100_000)}`),
  mapping: { columns: {}, values: {} },
};
const marginsTask: MarginsTask = { kind: 'margins', ...workflow, margins: [], respondents: null };

describe('PeopleProcess', () => {
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
      await expect(new PeopleProcess(file, limits).create('o', task)).rejects.toMatchObject({
        code: 'invalid_population',
        meta: { issues: [{ message: expect.stringMatching(message) as string }] },
      });
    },
  );

  it('A bug or a shutdown is not reported as an invalid file', async () => {
    const people = new PeopleProcess(join(projectFolder, 'missing.process.js'));
    await expect(people.create('o', fileTask)).rejects.toThrow(/Cannot find module/);
    const running = new PeopleProcess(file);
    const creating = running.create('o', fileTask);
    running.onApplicationShutdown();
    await expect(creating).rejects.toMatchObject({ name: 'AbortError' });
  });
});
