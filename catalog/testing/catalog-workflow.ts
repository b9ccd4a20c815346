import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveScenario, type Scenario, type WorkflowDefinition } from '../../model/definition.js';
import { parseDefinition, simulate, type SimulationOutput } from '../../model/simulate.js';

const chunkSize = 10_000;

export function readWorkflow(slug: string): WorkflowDefinition {
  return parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../${slug}.json`), 'utf8')));
}

/** Resolves a `scenario_context`. */
export function scenarioOf(definition: WorkflowDefinition, context: object): Scenario {
  const resolved = resolveScenario(definition, context);
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
  return resolved.scenario;
}

/** Simulates agents without estimation error, which would take longer than the simulation. */
export function run(
  definition: WorkflowDefinition,
  context: object,
  agentCount: number,
  seed: number,
): SimulationOutput {
  return simulate({
    definition,
    scenario: scenarioOf(definition, context),
    seed,
    agentCount,
    chunkSize,
    parameterDraws: 0,
  });
}
