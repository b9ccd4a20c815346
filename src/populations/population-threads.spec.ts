import type { PeopleTask } from './create-people.thread.js';
import { PopulationThreads } from './population-threads.service.js';

/** The thread of the service is a compiled file, so that these tests replace the pool. */
function threadsThatFail(error: Error): PopulationThreads {
  const threads = new PopulationThreads();
  const pool = { run: () => Promise.reject(error), destroy: () => Promise.resolve() };
  Object.assign((threads as unknown as { thread: object }).thread, { pool });
  return threads;
}

const create = (kind: PeopleTask['kind'], error: Error) => threadsThatFail(error).create('o', { kind } as PeopleTask);
const outOfMemory = Object.assign(new Error('memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });

describe('PopulationThreads', () => {
  it.each([
    ['file', /send fewer rows/],
    ['margins', /send fewer margins/],
  ] as const)('A %s that needs too much memory is rejected with advice for it', async (kind, message) => {
    await expect(create(kind, outOfMemory)).rejects.toMatchObject({
      code: 'invalid_population',
      meta: { issues: [{ message: expect.stringMatching(message) as string }] },
    });
  });

  it('A bug in the thread or a shutdown is not reported as an invalid file', async () => {
    const bug = new TypeError('undefined is not a function');
    await expect(create('file', bug)).rejects.toBe(bug);
  });
});
