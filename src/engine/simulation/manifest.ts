import { definitionDigest } from '../definition/definition-digest.js';
import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { type Scenario } from '../definition/scenario.schema.js';
import { ENGINE_VERSION } from '../version.js';

/** Everything that decides a result, and the digest of the result. */
export interface Manifest {
  definition_digest: string;
  engine_version: string;
  workflow_id: string;
  workflow_version: string;
  scenario: Scenario;
  seed: number;
  agent_count: number;
  digest: string;
}

/**
 * The manifest of a simulation. Apart from `simulate`, since the digest of the definition takes longer than hundreds of agents do.
 *
 * @param scenario all parameters, as `resolveScenario` gives them
 * @param digest that of the columns, as `simulate` gives it
 */
export function manifestOf(
  definition: WorkflowDefinition,
  scenario: Scenario,
  seed: number,
  agentCount: number,
  digest: string,
): Manifest {
  return {
    definition_digest: definitionDigest(definition),
    engine_version: ENGINE_VERSION,
    workflow_id: definition.workflow_id,
    workflow_version: definition.version,
    scenario,
    seed,
    agent_count: agentCount,
    digest,
  };
}
