import { agentsInteract } from '../../model/analyses.js';
import { isChoice, type Scenario, type WorkflowDefinition } from '../../model/definition.js';
import { digestColumns, mergeChunks, simulate } from '../../model/simulate.js';
import { definitionsOfEveryForm } from '../../catalog/testing/every-form.js';
import type { ChunkThreads } from './chunk-threads.js';

/** The fast tests simulate choices with random coefficients, latent classes, binary outcomes and amounts. */
const fastForms = new Set(['correlated tastes', 'attributes in the log odds of classes', 'a binary logit', 'payments']);

// Interacting agents are simulated in one thread.
const definitions = definitionsOfEveryForm.filter(([, definition]) => !agentsInteract(definition));

/** Definitions of the fast tests, with their names in titles. */
export const fastDefinitions = definitions.filter(([title]) => fastForms.has(title));
/** Definitions of the full tests, with their names in titles. */
export const otherDefinitions = definitions.filter(([title]) => !fastForms.has(title));

/** Expects the same digest on 1, 2 and 8 threads. */
export async function expectSameDigest(threads: ChunkThreads, definition: WorkflowDefinition): Promise<void> {
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
}
