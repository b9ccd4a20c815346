import { chunkBytes } from '../../src/simulations/results/agent-chunks.service.js';
import {
  agents,
  expectAgentsOfEngine,
  longSource,
  newAgentChunks,
  readChunks,
  textOf,
} from '../support/agent-chunks.js';

describe('the agents of results for many readers', () => {
  const chunks = newAgentChunks();
  afterAll(() => chunks.onApplicationShutdown());

  // Two chunks, and more readers than the thread has room for, so that it forgets some of them.
  it('130 agents are those of the engine, for 70 concurrent readers', () => expectAgentsOfEngine(chunks, 130, 70));

  it('An agent whose text is longer than the memory of a chunk is complete', async () => {
    const longer = { ...longSource, fields: Array.from({ length: 20 }, () => 'transcript' as const) };
    const parts = await readChunks(chunks, 101, 'csv', longer);
    expect(parts[0]!.length).toBeGreaterThan(chunkBytes);
    expect(Buffer.concat(parts).toString()).toBe(textOf(longer, 'csv', 101));
  });

  it.each(['json', 'parquet', 'arrow'] as const)(
    'Long transcripts in %s leave the event loop free for other requests',
    async (format) => {
      let bytes = 0;
      const forward = async () => {
        for await (const chunk of await chunks.of('organization', agents, longSource, format)) bytes += chunk.length;
      };
      await forward();
      const before = performance.eventLoopUtilization();
      for (let turn = 0; turn < 5; turn++) await forward();
      expect(bytes).toBeGreaterThan(0);
      expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.6);
    },
  );
});
