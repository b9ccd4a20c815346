import { join } from 'node:path';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { DatasetProcess } from '../../src/datasets/dataset-creation.service.js';
import type { ReadDataset } from '../../src/datasets/read-dataset.js';
import { ProcessTurns } from '../../src/platform/process/process-turns.service.js';
import { projectFolder } from '../support/operator.js';

const file = join(projectFolder, 'dist/app/datasets/read-dataset.process.js');
const roomy = { memoryMb: 1_024, cpuSeconds: 20, timeoutMs: 30_000 };

describe('DatasetProcess', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dataset-process-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = async (text: string, program = file, limits = roomy, turns = new ProcessTurns()) => {
    const path = join(folder, 'table.csv');
    writeFileSync(path, text);
    const descriptor = openSync(path, 'r');
    const reading = new DatasetProcess(turns, program, limits).read<ReadDataset>('o', 'csv', descriptor, (result) =>
      Promise.resolve(result),
    );
    return reading.finally(() => closeSync(descriptor));
  };

  it('A file is read from its descriptor', async () => {
    const { rows, columns } = await read('a,b\n1,2\n3,4\n');
    expect([rows, columns.map(({ name }) => name)]).toEqual([2, ['a', 'b']]);
  });

  it.each([
    ['time', { ...roomy, timeoutMs: 1 }, /takes too long to read: send a random sample of its rows, or remove columns/],
    [
      'memory',
      { ...roomy, memoryMb: 60 },
      /needs too much memory: send a random sample of its rows, or remove columns/,
    ],
  ])('A file whose process reaches its limit of %s is rejected with advice', async (_, limits, message) => {
    await expect(read(`a\n${'1\n'.repeat(800_000)}`, file, limits)).rejects.toMatchObject({
      code: 'invalid_dataset',
      meta: { issues: [{ message: expect.stringMatching(message) as string }] },
    });
  });

  it('A bug or a shutdown is not reported as an invalid file', async () => {
    const missing = read('a\n1\n', join(projectFolder, 'missing.process.js'));
    await expect(missing).rejects.not.toHaveProperty('code', 'invalid_dataset');
    const turns = new ProcessTurns();
    const reading = read('a\n1\n', file, roomy, turns);
    turns.onApplicationShutdown();
    await expect(reading).rejects.not.toHaveProperty('code', 'invalid_dataset');
  });
});
