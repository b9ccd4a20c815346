import { randomUUID } from 'node:crypto';
import type { WorkflowDefinition } from '../../src/engine/definition.js';
import type { ApiClient } from './api-client.js';
import { queryDatabase } from './auth-service.js';
import { publishWorkflow, testDefinition } from './definitions.js';

export interface Choices {
  choices: number;
  options: number;
  /** Words of each option. */
  words: string;
}

/** Adds choices whose options all have the same words. */
export function withSharedWords(
  definition: WorkflowDefinition,
  { choices, options, words }: Choices,
): WorkflowDefinition {
  const added = Array.from({ length: choices }, (_, choice): WorkflowDefinition['scenario']['parameters'][number] => ({
    id: `color_${choice}`,
    label: `Color ${choice}`,
    description: 'Color of the voucher.',
    type: 'choice',
    default: 'option_0',
    options: Array.from({ length: options }, (__, option) => ({
      id: `option_${option}`,
      label: `red ${option}`,
      phrase: `red ${option}`,
      words: [words],
    })),
  }));
  const { scenario } = definition;
  return { ...definition, scenario: { ...scenario, parameters: [...scenario.parameters, ...added] } };
}

/** Reading its names takes several seconds. */
export const slowToRead: Choices = { choices: 100, options: 50, words: 'red '.repeat(200) };

/** Publishes a workflow with the example question. It has the choices as a definition that an older release accepted. */
export async function publishShared(api: ApiClient, example: string, choices: Choices): Promise<string> {
  const slug = `shared-${randomUUID()}`;
  const definition = testDefinition(slug);
  const routing = { ...definition.routing, examples: [example, ...definition.routing.examples] };
  const { body } = await publishWorkflow(api, { ...definition, routing });
  await queryDatabase('sandbox', 'UPDATE workflow_definitions SET definition = $2 WHERE digest = $1', [
    body.data.definition_digest,
    JSON.stringify(withSharedWords({ ...definition, routing }, choices)),
  ]);
  return slug;
}
