import { ChunkThreads } from '../support/chunk-threads.js';
import { expectSameDigest, otherDefinitions } from '../support/independent-agents.js';

describe('simulations of every form on several threads', () => {
  let threads: ChunkThreads;
  beforeAll(() => {
    threads = new ChunkThreads(8);
  });
  afterAll(() => threads.stop());

  it.each(otherDefinitions)(
    'A simulation of %s has the same digest on 1, 2 and 8 threads for any assignment of agents',
    (_, definition) => expectSameDigest(threads, definition),
  );
});
