import { agentsInteract } from '../../src/engine/analyses.js';
import { isChoice, type Scenario } from '../../src/engine/definition.js';
import { digestColumns, mergeChunks, simulate } from '../../src/engine/simulate.js';
import { definitionsOfEveryForm } from '../../src/catalog/testing/every-form.js';
import { ChunkThreads } from '../support/chunk-threads.js';

// Interacting agents are simulated in one thread.
const definitions = definitionsOfEveryForm.filter(([, definition]) => !agentsInteract(definition));

describe('simulations on several threads', () => {
  let threads: ChunkThreads;
  beforeAll(() => {
    threads = new ChunkThreads(8);
  });
  afterAll(() => threads.stop());

  it.each(definitions)(
    'A simulation of %s has the same digest on 1, 2 and 8 threads for any assignment of agents',
    async (_, definition) => {
      const changed = definition.scenario.parameters.map((parameter) => [
        parameter.id,
        isChoice(parameter) ? parameter.options.at(-1)!.id : parameter.maximum,
      ]);
      const scenario = Object.fromEntries(changed) as Scenario;
      const request = { definition, scenario, seed: 7, agentCount: 800 };
      const expected = simulate({ ...request, parameterDraws: 0 }).digest;
      for (const count of [1, 2, 8]) {
        const columns = mergeChunks(await threads.chunks(count, { ...request, chunkSize: 50 }));
        expect(digestColumns(columns)).toBe(expected);
      }
    },
  );
});
