import { randomUUID } from 'node:crypto';
import type { ApiClient } from './api-client.js';
import { queryDatabase } from './auth-service.js';
import { testDefinition, publishWorkflow } from './definitions.js';
import { theContract } from './contract.js';
import { createFit, uploadLetters } from './fits.js';
import { createKey } from './keys.js';
import { newCaller } from './shared-service.js';
import { createShareLink } from './share-links.js';
import { createEndpoint, waitForDelivery, sendTestEvent } from './webhooks.js';

/** An operation of the OpenAPI document, with the examples from which tests build requests. */
export interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: { examples?: string[] } }[];
  requestBody?: { content: { 'application/json': { example: unknown } } };
  responses: Record<string, unknown>;
}
export type Document = { paths: Record<string, Record<string, Operation>> };

/** Makes a resource of the owner, and returns its id. */
export type Make = (owner: ApiClient, isTest: boolean) => Promise<string>;

export const makeKey: Make = async (owner, isTest) => (await createKey(owner, { is_test: isTest })).body.data.key_id;
export const makeWorkflow: Make = async (owner) =>
  (await publishWorkflow(owner, testDefinition(`isolated-${randomUUID()}`))).body.data.workflow_id;

/** Receives no events automatically: no simulation fails in these tests. Its host name does not exist. */
export const makeEndpoint: Make = async (owner) => {
  const quiet = { url: 'https://hooks.invalid/', events: ['simulation.failed'] };
  return (await createEndpoint(owner, quiet)).id;
};
/** Has failed; its next attempt is much later than the test. */
export const makeDelivery: Make = async (owner, isTest) => {
  const id = await sendTestEvent(owner, await makeEndpoint(owner, isTest));
  await waitForDelivery(owner, id, ({ attempts }) => attempts.length > 0);
  const later = `UPDATE webhook_deliveries SET next_attempt_at = now() + interval '1 day' WHERE id = $1 RETURNING attempt_count`;
  const [row] = await queryDatabase<{ attempt_count: number }>(isTest ? 'sandbox' : 'live', later, [id]);
  // On a busy machine, the second attempt can have started before.
  await waitForDelivery(owner, id, ({ attempts }) => attempts.length >= row!.attempt_count);
  return id;
};

export const makeShareLink: Make = async (owner) => (await createShareLink(owner)).body.data.id;

export const makeQueuedFit: Make = async (owner) =>
  (await createFit(owner, { dataset_id: await uploadLetters(owner) })).body.data.id;

/** A caller of the sandbox tier, and owners whose resources it must not find: another organization and its own live tier. */
export async function isolatedCallers(): Promise<{ caller: ApiClient; owners: [owner: ApiClient, isTest: boolean][] }> {
  const organization = `Isolated ${randomUUID()}`;
  const caller = await newCaller({ organization });
  const owners: [ApiClient, boolean][] = [
    [await newCaller(), true],
    [await newCaller({ organization, tier: 'live' }), false],
  ];
  return { caller, owners };
}

/** The paths of the OpenAPI document. */
export const documentedPaths = (): Document['paths'] => (theContract().document as unknown as Document).paths;

/** The paginated lists. Keys cannot list members: test/e2e/members.spec.ts checks their lists. */
export const paginatedLists = (paths: Document['paths']): string[] =>
  Object.entries(paths).flatMap(([path, { get }]) =>
    !/\{|^\/v1\/(members|invitations)$/.test(path) && get?.parameters?.some(({ name }) => name === 'cursor')
      ? [path]
      : [],
  );
