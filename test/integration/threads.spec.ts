import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isChoice, type Scenario } from '../../src/engine/definition.js';
import { digestColumns, mergeChunks, parseDefinition, simulate } from '../../src/engine/simulate.js';
import { ChunkThreads } from '../support/chunk-threads.js';
import { projectFolder } from '../support/operator.js';

// One workflow of each family with independent agents, and of tastes, classes and periods. Interacting agents are simulated in one thread.
const workflows = [
  'swissmetro-mode-choice',
  'swissmetro-value-of-time',
  'catsup-repeat-purchases',
  'gotv-social-pressure',
  'housing-satisfaction',
  'health-insurance-visits',
  'unemployment-duration',
  'conservation-wtp',
];

describe('simulations on several threads', () => {
  let threads: ChunkThreads;
  beforeAll(() => {
    threads = new ChunkThreads(8);
  });
  afterAll(() => threads.stop());

  it.each(workflows)(
    'A simulation of %s has the same digest on 1, 2 and 8 threads for any assignment of agents',
    async (workflow) => {
      const file = join(projectFolder, 'src/catalog', `${workflow}.json`);
      const definition = parseDefinition(JSON.parse(readFileSync(file, 'utf8')) as unknown);
      const changed = definition.scenario.parameters.map((parameter) => [
        parameter.id,
        isChoice(parameter) ? parameter.options.at(-1)!.id : parameter.maximum,
      ]);
      const scenario = Object.fromEntries(changed) as Scenario;
      const request = { definition, scenario, seed: 7, agentCount: 1_600 };
      const expected = simulate({ ...request, parameterDraws: 0 }).digest;
      for (const count of [1, 2, 8]) {
        const columns = mergeChunks(await threads.chunks(count, { ...request, chunkSize: 100 }));
        expect(digestColumns(columns)).toBe(expected);
      }
    },
  );
});
