import { randomBytes, randomUUID } from 'node:crypto';
import { capabilities, type CapabilityName } from '../../src/auth/capabilities/capabilities.js';
import { hashOf } from '../../src/auth/magic-link/link-tokens.js';
import { ApiClient } from './api-client.js';
import { queryDatabase, type AuthService } from './auth-service.js';
import type { SignedIn } from './members.js';
import { createShareLink, tokenOf } from './share-links.js';
import { simulate } from './simulations.js';
import { waitUntil } from './wait-until.js';

/** One of each capability that a user left, and whether it still works. */
export type Planted = Record<CapabilityName, () => Promise<boolean>>;

const count = async (text: string, values: unknown[]) => (await queryDatabase('sandbox', text, values)).length > 0;

/** Leaves one of each capability with the session of the user, in the sandbox tier. */
export async function plantCapabilities(
  service: AuthService,
  user: SignedIn,
  organizationId: string,
): Promise<Planted> {
  const withSession = <T>(path: string, json?: object) =>
    service.withSession<T>(path, user.cookie, {
      ...(json && { method: 'POST', json }),
      headers: { 'svc-tier': 'sandbox', 'idempotency-key': randomUUID() },
    });
  const scopes = ['simulations:read', 'simulations:write'];
  const key = await withSession<{ key: string }>('/v1/api-keys', { name: 'left', scopes, is_test: true });
  const api = new ApiClient(service.url, key.body.data.key);
  // The key creates the run and the link, so that both belong to the user through it.
  const { id: runId } = await simulate(api, { agent_count: 10 });
  const link = await createShareLink(api, { run_id: runId });
  const endpoint = await withSession<{ id: string }>('/v1/webhook-endpoints', {
    url: 'https://hooks.example.com/left',
  });
  await withSession('/v1/webhook-endpoints/signing-secret');
  const secretOf = async () =>
    (
      await queryDatabase<{ sealed: Buffer }>('sandbox', 'SELECT sealed FROM webhook_secrets WHERE owner = $1', [
        organizationId,
      ])
    )[0]?.sealed.toString('hex');
  const secret = await secretOf();
  const invitation = randomBytes(32).toString('base64url');
  await queryDatabase(
    'live',
    `INSERT INTO invitations (id, organization_id, email, role, scopes, hash, invited_by, created_at, expires_at)
     VALUES ($1, $2, $3, 'member', '{keys:read}', $4, $5, now(), now() + interval '1 day')`,
    [prefixed('inv'), organizationId, `${randomUUID()}@example.com`, Buffer.from(hashOf(invitation)), user.userId],
  );
  const signInLink = await service.newToken(user.email);
  const rows = await plantRows(organizationId, user.userId, runId);
  const stream = await openStream(service, user.cookie, rows.running);
  const preview = async (path: string, token: string) => (await service.post(path, { token })).status === 200;
  return {
    session: async () => (await service.withSession('/v1/auth/me', user.cookie)).status === 200,
    event_stream: stream,
    sign_in_link: () => preview('/v1/auth/magic-link/preview', signInLink),
    invitation: () => preview('/v1/invitations/preview', invitation),
    api_keys: async () => (await api.call('/v1/auth/me')).status === 200,
    share_links: async () => (await service.call(`/v1/shared/${tokenOf(link.body.data)}`)).status === 200,
    webhook_endpoints: () => count('SELECT FROM webhook_endpoints WHERE id = $1', [endpoint.body.data.id]),
    signing_secret: async () => (await secretOf()) === secret,
    run_notification: () => count('SELECT FROM simulations WHERE id = $1 AND webhook_url IS NOT NULL', [rows.running]),
    workflows: () => count('SELECT FROM workflow_versions WHERE id = $1 AND deprecated_at IS NULL', [rows.workflow]),
    datasets: () => count('SELECT FROM datasets WHERE id = $1', [rows.dataset]),
    populations: () => count('SELECT FROM populations WHERE id = $1', [rows.population]),
    calibrations: () => count('SELECT FROM calibrations WHERE id = $1', [rows.calibration]),
  };
}

const prefixed = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`;

/** Content of a user, and a run that no worker claims, because another one seems to execute it. */
async function plantRows(organizationId: string, userId: string, runId: string) {
  const rows = {
    running: prefixed('sim'),
    workflow: randomUUID(),
    dataset: prefixed('ds'),
    population: prefixed('pop'),
    calibration: prefixed('cal'),
  };
  const sql = (text: string, values: unknown[]) => queryDatabase('sandbox', text, values);
  await sql(
    `INSERT INTO simulations SELECT (jsonb_populate_record(own, jsonb_build_object('id', $2::text, 'status', 'running',
       'lease_expires_at', now() + interval '1 day', 'completed_at', NULL, 'webhook_url', 'https://hooks.example.com/run'))).* FROM simulations own WHERE id = $1`,
    [runId, rows.running],
  );
  await sql(
    `INSERT INTO workflow_versions (id, organization_id, workflow_id, version, version_parts, definition_digest, entry, created_by_user_id)
     SELECT $1::uuid, $2::uuid, 'left-' || $1::uuid, version, version_parts, definition_digest, entry, $3::uuid FROM workflow_versions
     WHERE workflow_id = 'hiv-test-incentive' AND organization_id IS NULL LIMIT 1`,
    [rows.workflow, organizationId, userId],
  );
  await sql(
    `INSERT INTO datasets (id, organization_id, format, row_count, column_count, byte_count, details, created_at, created_by_user_id)
     VALUES ($1, $2, 'csv', 1, 1, 1, '{}', now(), $3)`,
    [rows.dataset, organizationId, userId],
  );
  await sql(
    `INSERT INTO populations (id, organization_id, workflow_id, workflow_version, people_count, details, content, created_at, created_by_user_id)
     VALUES ($1, $2, 'x', '1.0.0', 1, '{}', '{}', now(), $3)`,
    [rows.population, organizationId, userId],
  );
  await sql(
    `INSERT INTO calibrations (id, organization_id, workflow_id, workflow_version, targets, agent_count, match, created_at, created_by_user_id)
     VALUES ($1, $2, 'x', '1.0.0', '[]', 1, '{}', now(), $3)`,
    [rows.calibration, organizationId, userId],
  );
  return rows;
}

/** Opens an event stream with a session. Returns whether the service lets it continue: all endings end it, so that this waits for its end. */
async function openStream(service: AuthService, cookie: string, runId: string): Promise<() => Promise<boolean>> {
  const response = await fetch(`${service.url}/v1/simulations/${runId}/events`, {
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'svc-tier': 'sandbox' },
  });
  if (response.status !== 200) throw new Error(`the stream responded ${response.status}`);
  let ended = false;
  const reader = response.body!.getReader();
  void (async () => {
    while (!(await reader.read()).done);
    ended = true;
  })().catch(() => (ended = true));
  return async () => {
    await waitUntil('the event stream has ended', () => ended);
    return !ended;
  };
}

export const capabilityNames = Object.keys(capabilities) as CapabilityName[];
