import type { ReadyRequest } from '../../common/errors/alternative.schema.js';
import { resolveScenario, type WorkflowDefinition } from '../../engine/index.js';
import type { AutoSimulation } from './auto-simulation.schema.js';
import type { InterpretedScenario } from './interpreted-scenario.js';

const maxRequests = 10;

/** Bodies of requests to POST /v1/simulations: one for each reading of the question. */
export function readyRequests(
  definition: WorkflowDefinition,
  { scenarioContext, arms, range, open }: InterpretedScenario,
  { agent_count, seed }: Pick<AutoSimulation, 'agent_count' | 'seed'>,
): ReadyRequest[] {
  const varied = range ? range.values.map((value) => ({ [range.parameter]: value })) : arms.map(({ values }) => values);
  const readings = open.flatMap(({ candidates }) => candidates);
  const scenarios = (varied.length > 0 ? varied : [{}]).flatMap((own) =>
    (readings.length > 0 ? readings : [{}]).map((reading) => ({ ...scenarioContext, ...own, ...reading })),
  );
  const unique = new Map(scenarios.map((scenario) => [JSON.stringify(scenario), scenario]));
  return [...unique.values()]
    .filter((scenario) => resolveScenario(definition, scenario).ok)
    .slice(0, maxRequests)
    .map((scenario) => ({
      workflow_id: definition.workflow_id,
      scenario_context: scenario as ReadyRequest['scenario_context'],
      ...(agent_count !== undefined && { agent_count }),
      ...(seed !== undefined && { seed }),
    }));
}
