import type { Alternative, ReadyRequest } from '../../common/errors/alternative.schema.js';
import type { WorkflowDefinition } from '../../engine/definition.js';
import type { NamedRoute } from '../question-router.service.js';
import type { AutoSimulation } from './auto-simulation.schema.js';
import { plannedScenarios } from './planned-scenarios.js';
import type { ReadRoute } from './question-routing.service.js';

/** A workflow that the question could mean, with its request: the values that it reads from the question. */
export function alternativeOf(
  { route, workflow: { definition }, reading }: ReadRoute,
  asked: Pick<AutoSimulation, 'agent_count' | 'seed'>,
): Alternative {
  const [{ scenarioContext }] = plannedScenarios(definition, reading).scenarios;
  return {
    workflow_id: definition.workflow_id,
    name: definition.name,
    why: whyOf(route, definition),
    confidence: route.confidence,
    request: readyRequest(definition, scenarioContext, asked),
  };
}

/** The body of a create for one scenario of a question. */
export function readyRequest(
  { workflow_id }: WorkflowDefinition,
  scenarioContext: Record<string, unknown>,
  { agent_count, seed }: Pick<AutoSimulation, 'agent_count' | 'seed'>,
): ReadyRequest {
  return {
    workflow_id,
    scenario_context: scenarioContext as ReadyRequest['scenario_context'],
    ...(agent_count !== undefined && { agent_count }),
    ...(seed !== undefined && { seed }),
  };
}

function whyOf({ explanation: { words } }: NamedRoute, { summary }: WorkflowDefinition): string {
  const [subject = summary] = /^.*?[.?!](?=\s|$)/s.exec(summary) ?? [];
  if (words.length === 0) return subject;
  return `${subject} Shared words: ${words.map((word) => `“${word}”`).join(', ')}.`;
}
