import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario } from '../../src/engine/definition.js';
import { parseDefinition, simulate } from '../../src/engine/simulate.js';
import { agentFields, agentRenderer } from '../../src/engine/transcript.js';
import { AgentChunks, chunkBytes } from '../../src/simulations/results/agent-chunks.service.js';
import { agentEncoder, type AgentFormat, type AgentSource } from '../../src/simulations/results/encode-agents.js';
import { projectFolder } from '../support/operator.js';

const agentCount = 400;
const json = readFileSync(join(projectFolder, 'src/catalog/swissmetro-mode-choice.json'), 'utf8');
const definition = parseDefinition(JSON.parse(json));
const scenario = baselineScenario(definition);
const decided = simulate({ definition, scenario, seed: 3, agentCount });
const source = { definition, scenario, decided, fields: agentFields };
const agents = Int32Array.from({ length: agentCount }, (_, index) => index);

describe('the agents of results', () => {
  const chunks = new AgentChunks(join(projectFolder, 'dist/src/simulations/results/agent-chunks.thread.js'));
  afterAll(() => chunks.onApplicationShutdown());

  async function read(
    count: number,
    format: Exclude<AgentFormat, 'rows'> = 'ndjson',
    from: AgentSource = source,
  ): Promise<string> {
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks.of('organization', agents.subarray(0, count), from, format))
      parts.push(chunk.slice());
    return Buffer.concat(parts).toString();
  }
  const expected = (count: number) => {
    const render = agentRenderer(definition, scenario, decided);
    return Array.from(agents.subarray(0, count), (index) => `${JSON.stringify(render(index))}\n`).join('');
  };

  it.each([
    [100, 5],
    // Two chunks, and more readers than the thread has room for, so that it forgets some of them.
    [130, 70],
  ])('%d agents are those of the engine, for %d concurrent readers', async (count, readers) => {
    const text = expected(count);
    const all = await Promise.all(Array.from({ length: readers }, () => read(count)));
    for (const one of all) expect(one).toBe(text);
  });

  it.each(['json', 'ndjson', 'csv'] as const)('The thread renders %s like the process', async (format) => {
    const own = Buffer.from(agentEncoder(source, format)([...agents])).toString();
    expect(await read(agentCount, format)).toBe(own);
  });

  it('Text that is longer than the memory of a chunk is complete', async () => {
    const longer = { ...source, fields: ['transcript', 'transcript', 'transcript'] as const };
    const own = Buffer.from(agentEncoder(longer, 'csv')([...agents.subarray(0, 128)]));
    expect(own.length).toBeGreaterThan(chunkBytes);
    expect(await read(128, 'csv', longer)).toBe(own.toString());
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
    expect(await read(agentCount)).toBe(expected(agentCount));
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
