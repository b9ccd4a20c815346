import { randomUUID } from 'node:crypto';
import type { ApiClient } from './api-client.js';
import { queryDatabase } from './auth-service.js';
import { publishWorkflow, slowDefinition, testDefinition } from './definitions.js';

/** Publishes a workflow whose simulation takes minutes, as a definition that an older release accepted. */
export async function publishSlow(api: ApiClient): Promise<string> {
  const slug = `slow-${randomUUID()}`;
  const { body } = await publishWorkflow(api, testDefinition(slug));
  await queryDatabase('sandbox', 'UPDATE workflow_definitions SET definition = $2 WHERE digest = $1', [
    body.data.definition_digest,
    JSON.stringify(slowDefinition(slug, { periods: 400 })),
  ]);
  return slug;
}
