import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { baselineScenario } from '../../definition/resolve-scenario.js';
import type { CalibrationTarget } from '../../definition/adjustments.schema.js';
import { simulate } from '../../simulation/simulate.js';
import { matchTargets } from '../match-targets.js';

/** Seed and number of agents of the simulations that match the targets. */
export const agents = { seed: 7, agentCount: 500 };

/** A definition with constants that match the targets. */
export function matched(definition: WorkflowDefinition, targets: readonly CalibrationTarget[], options = agents) {
  const match = matchTargets(definition, targets, options);
  if (!match.ok) throw new Error(JSON.stringify(match.issues));
  return match.definition;
}

/** Summary of a simulation of the baseline with some changed parameters. */
export const summaryOf = (
  definition: WorkflowDefinition,
  changed: Record<string, number | string> = {},
  options = agents,
) => simulate({ definition, scenario: { ...baselineScenario(definition), ...changed }, ...options }).summary;
