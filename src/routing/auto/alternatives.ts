import type { WorkflowDefinition } from '../../engine/index.js';
import type { Interpretation } from '../../interpretation/findings.js';
import type { NamedRoute } from '../question-router.service.js';
import type { Alternative } from '../../common/errors/alternative.schema.js';
import { interpretedScenario } from './interpreted-scenario.js';

/** A workflow that the question could mean, with its definition, and the question as that workflow reads it. */
export interface PossibleRoute {
  route: NamedRoute;
  definition: WorkflowDefinition;
  read: Interpretation;
}

/** A request that the caller can send to POST /v1/simulations: the workflow, and the values that it reads from the question. */
export function alternativeOf({ route, definition, read }: PossibleRoute, question: string): Alternative {
  const { scenarioContext } = interpretedScenario(definition, question, read);
  return {
    workflow_id: definition.workflow_id,
    name: definition.name,
    why: whyOf(route, definition),
    confidence: route.confidence,
    overrides: scenarioContext as Alternative['overrides'],
  };
}

/** Asks which workflow is meant. */
export function whichOf(alternatives: readonly Alternative[]): string {
  const names = alternatives.map(({ name }) => `“${name}”`);
  return `Do you mean ${names.slice(0, -1).join(', ')} or ${names.at(-1)}?`;
}

function whyOf({ explanation: { words } }: NamedRoute, { summary }: WorkflowDefinition): string {
  const [subject = summary] = /^.*?[.?!](?=\s|$)/s.exec(summary) ?? [];
  if (words.length === 0) return subject;
  return `${subject} Shared words: ${words.map((word) => `“${word}”`).join(', ')}.`;
}
