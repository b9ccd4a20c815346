import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentRenderer, baselineScenario, parseDefinition, simulate } from '../../src/engine/index.js';
import { Transcripts } from '../../src/simulations/results/transcripts.service.js';
import { projectFolder } from '../support/operator.js';

const agentCount = 400;
const json = readFileSync(join(projectFolder, 'src/catalog/swissmetro-mode-choice.json'), 'utf8');
const definition = parseDefinition(JSON.parse(json));
const scenario = baselineScenario(definition);
const decided = simulate({ definition, scenario, seed: 3, agentCount });
const source = { definition, scenario, decided };
const agents = Int32Array.from({ length: agentCount }, (_, index) => index);

describe('the transcripts of results', () => {
  const transcripts = new Transcripts(join(projectFolder, 'dist/src/simulations/results/transcript.thread.js'));
  afterAll(() => transcripts.onApplicationShutdown());

  async function read(count: number): Promise<string[][]> {
    const { batches, transcriptOf } = transcripts.of(count, source);
    const texts: string[][] = [];
    for await (const batch of batches(agents.subarray(0, count))) texts.push(...batch.map(transcriptOf));
    return texts;
  }
  const expected = (count: number) => {
    const render = agentRenderer(definition, scenario, decided, ['transcript']);
    return Array.from(agents.subarray(0, count), (index) => render(index).transcript);
  };

  it.each([100, agentCount])('%d transcripts are those of the engine, for twelve concurrent readers', async (count) => {
    const texts = expected(count);
    // More readers than the thread has room for, so that it forgets some of them.
    const all = await Promise.all(Array.from({ length: 12 }, () => read(count)));
    for (const one of all) expect(one).toEqual(texts);
  });

  it('More transcripts than one page leave the event loop free for other requests', async () => {
    await read(agentCount);
    const before = performance.eventLoopUtilization();
    for (let turn = 0; turn < 5; turn++) await read(agentCount);
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.6);
  });
});
