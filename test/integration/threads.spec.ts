import { definitionsOfEveryForm } from '../../catalog/testing/every-form.js';
import { agentsInteract } from '../../model/analyses.js';
import { isChoice, type Scenario } from '../../model/definition.js';
import { digestColumns, mergeChunks, simulate } from '../../model/simulate.js';
import { ChunkThreads } from '../support/chunk-threads.js';
import { rowsOf } from '../support/full-level.js';

/** The fast level simulates choices with random coefficients, and amounts. */
const fastForms = new Set(['correlated tastes', 'payments']);

// Interacting agents are simulated in one thread.
const definitions = definitionsOfEveryForm.filter(([, definition]) => !agentsInteract(definition));
const isFast = ([title]: (typeof definitions)[number]) => fastForms.has(title);

describe('simulations on several threads', () => {
  let threads: ChunkThreads;
  beforeAll(() => {
    threads = new ChunkThreads(8);
  });
  afterAll(() => threads.stop());

  it.each(
    rowsOf(
      definitions.filter(isFast),
      definitions.filter((row) => !isFast(row)),
    ),
  )(
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
