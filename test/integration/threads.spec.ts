import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  digestColumns,
  isChoice,
  mergeChunks,
  parseDefinition,
  simulate,
  type Scenario,
} from '../../src/engine/index.js';
import { ChunkThreads } from '../support/chunk-threads.js';
import { projectFolder } from '../support/operator.js';

// One of each family whose agents decide for themselves; those who meet are run all at once, in one thread.
const workflows = [
  'swissmetro-mode-choice',
  'gotv-social-pressure',
  'housing-satisfaction',
  'health-insurance-visits',
  'unemployment-duration',
  'conservation-wtp',
];

describe('a simulation', () => {
  let threads: ChunkThreads;
  beforeAll(() => {
    threads = new ChunkThreads(8);
  });
  afterAll(() => threads.stop());

  it.each(workflows)('of %s has one digest on 1, 2 and 8 threads, whoever does which agents', async (workflow) => {
    const file = join(projectFolder, 'src/catalog', `${workflow}.json`);
    const definition = parseDefinition(JSON.parse(readFileSync(file, 'utf8')) as unknown);
    const turned = definition.scenario.parameters.map((parameter) => [
      parameter.id,
      isChoice(parameter) ? parameter.options.at(-1)!.id : parameter.maximum,
    ]);
    const scenario = Object.fromEntries(turned) as Scenario;
    const request = { definition, scenario, seed: 7, agentCount: 3_000 };
    const alone = simulate({ ...request, parameterDraws: 0 }).digest;
    for (const count of [1, 2, 8]) {
      const columns = mergeChunks(await threads.chunks(count, { ...request, chunkSize: 100 }));
      expect(digestColumns(columns)).toBe(alone);
    }
  });
});
