import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DatasetProcess } from '../../src/datasets/dataset-process.service.js';
import { projectFolder } from '../support/operator.js';

const file = join(projectFolder, 'dist/app/datasets/read-dataset.process.js');
const roomy = { memoryMb: 1_024, cpuSeconds: 20, timeoutMs: 30_000 };

async function read(process: DatasetProcess, ...chunks: string[]) {
  const reader = process.start();
  try {
    await reader.send(Readable.from(chunks.map((text) => Buffer.from(text))));
    return await reader.read('csv');
  } finally {
    reader.end();
  }
}

describe('DatasetProcess', () => {
  it('A file is read from the chunks in which it arrives', async () => {
    const { rows, columns } = await read(new DatasetProcess(file, roomy), 'a,', 'b\n1,', '2\n', '3,4\n');
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
    const rows = Array.from({ length: 20 }, () => '1\n'.repeat(40_000));
    await expect(read(new DatasetProcess(file, limits), 'a\n', ...rows)).rejects.toMatchObject({
      code: 'invalid_dataset',
      meta: { issues: [{ message: expect.stringMatching(message) as string }] },
    });
  });

  it('A bug or a shutdown is not reported as an invalid file', async () => {
    const missing = new DatasetProcess(join(projectFolder, 'missing.process.js'), roomy);
    await expect(read(missing, 'a\n1\n')).rejects.not.toHaveProperty('code', 'invalid_dataset');
    const running = new DatasetProcess(file, roomy);
    const reading = read(running, 'a\n1\n');
    running.onApplicationShutdown();
    await expect(reading).rejects.not.toHaveProperty('code', 'invalid_dataset');
  });
});
