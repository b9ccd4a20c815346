import { chunkBytes } from '../../src/simulations/results/agent-chunks.service.js';
import { agentEncoder } from '../../src/simulations/results/encode-agents.js';
import {
  agentCount,
  agents,
  expectAgentsOfEngine,
  newAgentChunks,
  readAgents,
  source,
} from '../support/agent-chunks.js';

describe('the agents of results', () => {
  const chunks = newAgentChunks();
  afterAll(() => chunks.onApplicationShutdown());

  it('100 agents are those of the engine, for 5 concurrent readers', () => expectAgentsOfEngine(chunks, 100, 5));

  it.each(['json', 'ndjson', 'csv'] as const)('The thread renders %s like the process', async (format) => {
    const own = Buffer.from(agentEncoder(source, format)([...agents])).toString();
    expect(await readAgents(chunks, agentCount, format)).toBe(own);
  });

  it('Text that is longer than the memory of a chunk is complete', async () => {
    const longer = { ...source, fields: ['transcript', 'transcript', 'transcript'] as const };
    const own = Buffer.from(agentEncoder(longer, 'csv')([...agents.subarray(0, 128)]));
    expect(own.length).toBeGreaterThan(chunkBytes);
    expect(await readAgents(chunks, 128, 'csv', longer)).toBe(own.toString());
  });

  it('The thread renders the rows of a table like the process', async () => {
    const rows = [];
    for await (const chunk of chunks.of('organization', agents, source, 'rows')) rows.push(...chunk);
    expect(rows).toEqual(agentEncoder(source, 'rows')([...agents]));
  });

  it('A reader that stops does not affect the others', async () => {
    for await (const chunk of chunks.of('organization', agents, source, 'json')) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await expectAgentsOfEngine(chunks, agentCount, 1);
  });

  it('Ten concurrent readers take turns: when the first is finished, all have read more than half', async () => {
    const progress = Array.from({ length: 10 }, () => 0);
    let atFirstEnd: number[] | undefined;
    const readRows = async (reader: number) => {
      for await (const rows of chunks.of('organization', agents, source, 'rows')) progress[reader]! += rows.length;
      atFirstEnd ??= [...progress];
    };
    await Promise.all(progress.map((_, reader) => readRows(reader)));
    expect(Math.min(...(atFirstEnd ?? [0]))).toBeGreaterThan(agentCount / 2);
  });
});
