import { randomUUID } from 'node:crypto';
import type { WorkflowDefinition } from '../../model/definition.js';
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

/** Reading its names takes several seconds. The words differ, because the stem of a word is computed once. */
export const slowToRead: Choices = {
  choices: 200,
  options: 80,
  words: Array.from({ length: 200 }, (_, k) => `red${k}`).join(' '),
};

/** An example question of the published workflow. */
export const colorQuestion = 'What share of villagers picks the crimson barn voucher from the color wheel?';

/** Publishes a workflow with the example question. It has the choices as a definition that an older release accepted. */
export async function publishShared(api: ApiClient, choices: Choices): Promise<void> {
  const definition = testDefinition(`shared-${randomUUID()}`);
  const routing = { ...definition.routing, examples: [colorQuestion, ...definition.routing.examples] };
  const { body } = await publishWorkflow(api, { ...definition, routing });
  await queryDatabase('sandbox', 'UPDATE workflow_definitions SET definition = $2 WHERE digest = $1', [
    body.data.definition_digest,
    JSON.stringify(withSharedWords({ ...definition, routing }, choices)),
  ]);
}
