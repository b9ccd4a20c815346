import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario, resolveScenario, type Scenario, type WorkflowDefinition } from '../model/definition.js';
import { parseDefinition, simulate } from '../model/simulate.js';

type Digests = Record<string, { baseline: string; changed: string }>;

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
const digests = readJson('golden/digests.json') as Digests;
const agentCount = 300;
const seed = 7;

/** The last option of each choice and the maximum of each number. */
function changedScenario(definition: WorkflowDefinition): Scenario {
  const values = definition.scenario.parameters.map((parameter) => [
    parameter.id,
    parameter.type === 'choice' ? parameter.options.at(-1)!.id : parameter.maximum,
  ]);
  const resolution = resolveScenario(definition, Object.fromEntries(values));
  if (!resolution.ok) throw new Error(JSON.stringify(resolution.issues));
  return resolution.scenario;
}

// If a digest changes, results change: raise ENGINE_VERSION or the version of the workflow.
describe('Golden digests', () => {
  it.each(Object.entries(digests))('Simulations of %s produce the same result digests as before', (slug, expected) => {
    const definition = parseDefinition(readJson(`${slug}.json`));
    const digestOf = (scenario: Scenario) =>
      simulate({ definition, scenario, seed, agentCount, parameterDraws: 0 }).digest;
    expect({
      baseline: digestOf(baselineScenario(definition)),
      changed: digestOf(changedScenario(definition)),
    }).toEqual(expected);
  });
});
