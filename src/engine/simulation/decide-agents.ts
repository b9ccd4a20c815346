import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Scenario } from '../definition/scenario.schema.js';
import type { DecisionOutput } from '../model/decision-family.js';
import { drawSituation } from '../population/draw-situation.js';
import { compile } from './compile.js';

/** Columns and events of agents 0 to `agentCount - 1`, as in `simulate`, without a summary. */
export function decideAgents(
  definition: WorkflowDefinition,
  scenario: Scenario,
  seed: number,
  agentCount: number,
): DecisionOutput {
  const compiled = compile(definition, scenario, seed);
  const drawn = drawSituation(compiled, 0, agentCount);
  const { columns, events } = compiled.decision.run(drawn.situation);
  return { columns: [...drawn.columns, ...columns], events };
}
