import { agents, expectAgentsOfEngine, newAgentChunks, source } from '../support/agent-chunks.js';

describe('the agents of results for many readers', () => {
  const chunks = newAgentChunks();
  afterAll(() => chunks.onApplicationShutdown());

  // Two chunks, and more readers than the thread has room for, so that it forgets some of them.
  it('130 agents are those of the engine, for 70 concurrent readers', () => expectAgentsOfEngine(chunks, 130, 70));

  it('More agents than one page leave the event loop free for other requests', async () => {
    let bytes = 0;
    const forward = async () => {
      for await (const chunk of chunks.of('organization', agents, source, 'json')) bytes += chunk.length;
    };
    await forward();
    const before = performance.eventLoopUtilization();
    for (let turn = 0; turn < 5; turn++) await forward();
    expect(bytes).toBeGreaterThan(0);
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.6);
  });
});
