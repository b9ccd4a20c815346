import { ChunkThreads } from '../support/chunk-threads.js';
import { expectSameDigest, fastDefinitions } from '../support/independent-agents.js';

describe('simulations on several threads', () => {
  let threads: ChunkThreads;
  beforeAll(() => {
    threads = new ChunkThreads(8);
  });
  afterAll(() => threads.stop());

  it.each(fastDefinitions)(
    'A simulation of %s has the same digest on 1, 2 and 8 threads for any assignment of agents',
    (_, definition) => expectSameDigest(threads, definition),
  );
});
