import type { Alternative } from '../../common/errors/alternative.schema.js';
import type { WorkflowDefinition } from '../../engine/definition.js';
import type { Reading } from '../../interpretation/reading.js';
import type { NamedRoute } from '../question-router.service.js';
import { plannedScenarios } from './planned-scenarios.js';

/** A request that the caller can send to POST /v1/simulations: the workflow, and the values that it reads from the question. */
export function alternativeOf(route: NamedRoute, definition: WorkflowDefinition, reading: Reading): Alternative {
  const [{ scenarioContext }] = plannedScenarios(definition, reading).scenarios;
  return {
    workflow_id: definition.workflow_id,
    name: definition.name,
    why: whyOf(route, definition),
    confidence: route.confidence,
    overrides: scenarioContext as Alternative['overrides'],
  };
}

function whyOf({ explanation: { words } }: NamedRoute, { summary }: WorkflowDefinition): string {
  const [subject = summary] = /^.*?[.?!](?=\s|$)/s.exec(summary) ?? [];
  if (words.length === 0) return subject;
  return `${subject} Shared words: ${words.map((word) => `“${word}”`).join(', ')}.`;
}
