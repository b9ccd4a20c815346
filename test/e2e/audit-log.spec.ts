import { randomBytes, randomUUID } from 'node:crypto';
import { ApiClient } from '../support/api-client.js';
import { AuthService, queryDatabase } from '../support/auth-service.js';
import { testDefinition, deprecateWorkflow, publishWorkflow } from '../support/definitions.js';
import { callerWithScopes, createKey, revokeKey, rotateKey } from '../support/keys.js';
import { newAddress } from '../support/new-address.js';
import { runSharedCommand } from '../support/shared-commands.js';
import { bootstrap, sharedClient } from '../support/shared-service.js';
import { createEndpoint } from '../support/webhooks.js';

interface Entry {
  id: string;
  created_at: string;
  action: string;
  subject: string;
  actor: { kind: string; id: string | null };
  details: Record<string, unknown>;
  request_id: string | null;
  address: string | null;
}

describe('the audit log', () => {
  let service: AuthService;
  let owner: ApiClient;
  let ownerKeyId: string;
  let organizationId: string;

  beforeAll(async () => {
    service = await AuthService.shared();
    const { key, key_id, organization_id } = await bootstrap();
    [owner, ownerKeyId, organizationId] = [new ApiClient(service.url, key), key_id, organization_id];
  });

  const log = async (query = '', api = owner) => (await api.call<Entry[]>(`/v1/audit-log?limit=100${query}`)).body.data;
  const actionsOf = async (subject: string) => (await log(`&subject=${subject}`)).map(({ action }) => action);

  it('The audit log records actor, request and network address of every key change, once per change', async () => {
    const from = newAddress();
    const headers = { 'idempotency-key': randomUUID(), 'x-forwarded-for': from };
    const json = { name: 'Reports', scopes: ['keys:read'], is_test: true };
    const create = () => owner.call<{ key_id: string }>('/v1/api-keys', { method: 'POST', json, headers });
    const { body, headers: responseHeaders } = await create();
    await create();
    const entries = await log(`&subject=${body.data.key_id}`);
    expect(entries).toEqual([
      {
        id: expect.any(String) as string,
        created_at: expect.any(String) as string,
        action: 'api_key.created',
        subject: body.data.key_id,
        actor: { kind: 'key', id: ownerKeyId },
        details: { name: 'Reports', scopes: ['keys:read'], expires_at: null },
        request_id: responseHeaders.get('x-request-id'),
        address: from,
      },
    ]);
    const { body: rotated } = await rotateKey(owner, body.data.key_id);
    await revokeKey(owner, rotated.data.key_id);
    await revokeKey(owner, rotated.data.key_id);
    expect(await log(`&subject=${body.data.key_id}&action=api_key.rotated`)).toMatchObject([
      { details: { new_key_id: rotated.data.key_id } },
    ]);
    expect(await actionsOf(rotated.data.key_id)).toEqual(['api_key.revoked']);
  });

  it('The audit log names the user as the actor of a change made with a session', async () => {
    const { response, cookie } = await service.signIn();
    const json = { name: 'By hand', scopes: ['keys:read'], is_test: true };
    const headers = { 'idempotency-key': randomUUID() };
    await service.withSession('/v1/api-keys', cookie, { method: 'POST', json, headers });
    const { body } = await service.withSession<Entry[]>('/v1/audit-log', cookie);
    expect(body.data).toMatchObject([{ actor: { kind: 'user', id: response.body.data.user?.user_id } }]);
  });

  it('The audit log records changes of webhook endpoints and their secrets but contains no secret', async () => {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const { id } = await createEndpoint(owner, { url: 'https://hooks.invalid/?token=hidden', secret });
    const at = `/v1/webhook-endpoints/${id}`;
    await owner.call(at, { method: 'PATCH', json: { enabled: false } });
    await owner.call(`${at}/rotate-secret`, { method: 'POST' });
    await owner.call(at, { method: 'DELETE' });
    await owner.call('/v1/webhook-endpoints/signing-secret/rotate', { method: 'POST' });
    const endpointActions = ['deleted', 'secret_rotated', 'updated', 'created'].map(
      (change) => `webhook_endpoint.${change}`,
    );
    expect(await actionsOf(id)).toEqual(endpointActions);
    expect(await actionsOf(organizationId)).toEqual(['signing_secret.rotated']);
    const rows = await queryDatabase<{ row: string }>('sandbox', 'SELECT e::text AS row FROM audit_entries e');
    expect(rows.filter(({ row }) => /whsec_|hidden|sk_(test|live)_/.test(row))).toEqual([]);
  });

  it('The audit log records each publication and deprecation of a workflow once, and no dry run', async () => {
    const slug = `audited-${randomUUID()}`;
    // The process that other tests publish with. The first publication of a process takes seconds.
    const publisher = sharedClient(owner.key);
    await publishWorkflow(publisher, testDefinition(slug), { dry_run: true });
    expect(await actionsOf(slug)).toEqual([]);
    const twice = async (change: () => Promise<unknown>) => [await change(), await change()];
    await twice(() => publishWorkflow(publisher, testDefinition(slug)));
    await twice(() => deprecateWorkflow(publisher, slug));
    const [deprecated, published, ...others] = await log(`&subject=${slug}`);
    const by = { actor: { kind: 'key', id: ownerKeyId }, address: expect.any(String) as string };
    expect(published).toMatchObject({ action: 'workflow.promoted', details: { version: '1.0.0' }, ...by });
    const details = { visibility: 'private', versions: 1 };
    expect(deprecated).toMatchObject({ action: 'workflow.deprecated', details, ...by });
    expect(others).toEqual([]);
  });

  it('The audit log hides the identity of operators and leak reporters from the organization but not from operators', async () => {
    const live = await bootstrap({ tier: 'live', plan: 'sandbox' });
    const { code } = await runSharedCommand(
      'organization',
      'set-plan',
      '--organization',
      live.organization_id,
      '--plan',
      'growth',
    );
    expect(code).toBe(0);
    const api = new ApiClient(service.url, live.key);
    const { key, keyId } = await callerWithScopes(api, ['keys:read'], { is_test: false });
    await service.post('/v1/leaked-keys', { key });
    const hidden = { request_id: null, address: null };
    const [leaked, , changed] = await log('', api);
    expect(leaked).toMatchObject({ action: 'api_key.leaked', subject: keyId, ...hidden });
    expect(leaked?.actor).toEqual({ kind: 'leak_report', id: null });
    expect(changed).toMatchObject({ action: 'organization.plan_changed', details: { from: 'sandbox', to: 'growth' } });
    expect(changed).toMatchObject({ actor: { kind: 'operator', id: null }, ...hidden });
    const args = ['audit', '--tier', 'live', '--organization', live.organization_id, '--json'];
    const { entries } = JSON.parse((await runSharedCommand(...args)).stdout) as { entries: Entry[] };
    expect(entries).toMatchObject([
      { action: 'api_key.leaked', address: expect.stringMatching(/^10\./) as string },
      { action: 'api_key.created' },
      { action: 'organization.plan_changed', actor: { id: expect.stringMatching(/.@./) as string } },
    ]);
  });

  it('The audit log contains no entry for a rejected request', async () => {
    const before = await log();
    expect((await createKey(owner, { is_test: false })).status).toBe(400);
    expect((await revokeKey(owner, randomUUID())).status).toBe(404);
    expect((await owner.call(`/v1/webhook-endpoints/we_${'0'.repeat(32)}`, { method: 'DELETE' })).status).toBe(404);
    expect(await log()).toEqual(before);
  });

  it('The audit log can be filtered by action, subject and time, and requires the scope keys:read', async () => {
    const { body } = await createKey(owner);
    const [entry] = await log('&action=api_key.created');
    expect(entry).toMatchObject({ subject: body.data.key_id });
    expect(await log(`&created_after=${entry?.created_at}`)).toEqual([]);
    expect(await log(`&created_before=${entry?.created_at}`)).not.toContainEqual(entry);
    expect((await owner.call('/v1/audit-log?action=x')).status).toBe(400);
    const reader = await callerWithScopes(owner, ['simulations:read', 'simulations:write', 'keys:write']);
    expect((await reader.call('/v1/audit-log')).status).toBe(403);
  });
});
