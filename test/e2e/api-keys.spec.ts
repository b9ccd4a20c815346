import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { sha256Hex } from '../../src/common/crypto.js';
import { ApiClient } from '../support/api-client.js';
import { queryDatabase } from '../support/auth-service.js';
import { callerWithScopes, createKey, revokeKey, rotateKey, type ApiKeyRecord } from '../support/keys.js';
import { bootstrap, newCaller, runFile } from '../support/shared-service.js';
import { waitUntil } from '../support/wait-until.js';

const allScopes = [
  'simulations:read',
  'simulations:write',
  'case_studies:read',
  'case_studies:write',
  'keys:read',
  'keys:write',
];

describe('API keys', () => {
  let owner: ApiClient;
  beforeAll(async () => (owner = await newCaller()));

  it('POST /v1/api-keys: 201, the record, and the raw key once', async () => {
    const { status, body, headers } = await createKey(owner, { name: 'Reports', scopes: allScopes });
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.data).toEqual({
      key_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      name: 'Reports',
      key: expect.stringMatching(/^sk_test_[0-9a-f]{64}$/) as string,
      start: body.data.key?.slice(0, 12),
      last4: body.data.key?.slice(-4),
      scopes: allScopes,
      is_test: true,
      status: 'active',
      created_at: expect.any(String) as string,
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
      rotated_from: null,
    });
    const { body: list } = await owner.call<ApiKeyRecord[]>('/v1/api-keys');
    const told = list.data.find(({ key_id }) => key_id === body.data.key_id);
    expect(told).toMatchObject({ name: 'Reports', status: 'active' });
    expect(told).not.toHaveProperty('key');
  });

  it('stores SHA-256 hashes only: no raw key is anywhere in the database', async () => {
    const { body } = await createKey(owner);
    const secret = body.data.key?.slice('sk_test_'.length) ?? '';
    const rows = await queryDatabase<{ row: string }>(
      'sandbox',
      `SELECT k::text AS row FROM api_keys k UNION ALL SELECT i::text FROM idempotency_records i`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(secret))).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['no scopes', { scopes: [] }, 'scopes'],
    ['a scope twice', { scopes: ['keys:read', 'keys:read'] }, 'scopes'],
    ['an unknown scope', { scopes: ['keys:delete'] }, 'scopes.0'],
    ['the wildcard', { scopes: ['*'] }, 'scopes.0'],
    ['is_test left out', { is_test: undefined }, 'is_test'],
    ['is_test as a string', { is_test: 'true' }, 'is_test'],
    ['an expiry in the past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['an expiry whose zone moves it out of all years', { expires_at: '9999-12-31T23:59:59-14:00' }, 'expires_at'],
    ['an expiry that is no timestamp', { expires_at: 'tomorrow' }, 'expires_at'],
    ['an unknown field', { role: 'admin' }, 'role'],
  ])('%s: 400 validation_error', async (_, body, path) => {
    const response = await createKey(owner, body);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: 'validation_error', meta: { issues: [{ path }] } });
  });

  it('takes a name of 100 characters, counted as people count', async () => {
    expect((await createKey(owner, { name: '🚆'.repeat(100) })).status).toBe(201);
  });

  it("is_test that contradicts a Bearer caller's tier: 400 tier_mismatch", async () => {
    expect(await createKey(owner, { is_test: false })).toMatchObject({ status: 400, body: { error: 'tier_mismatch' } });
    const live = await newCaller({ tier: 'live' });
    expect(await createKey(live, { is_test: true })).toMatchObject({ status: 400, body: { error: 'tier_mismatch' } });
    const { status, body } = await createKey(live, { is_test: false });
    expect(status).toBe(201);
    expect(body.data.key).toMatch(/^sk_live_/);
  });

  it('no Idempotency-Key: 400 idempotency_key_required; one that is no UUID: 400', async () => {
    const json = { name: 'x', scopes: ['keys:read'], is_test: true };
    const without = await owner.post('/v1/api-keys', json);
    expect(without).toMatchObject({ status: 400, body: { error: 'idempotency_key_required' } });
    expect(await createKey(owner, {}, 'not-a-uuid')).toMatchObject({
      status: 400,
      body: { error: 'validation_error' },
    });
  });

  it.each([
    ['POST /v1/api-keys', 'keys:write', (api: ApiClient) => createKey(api)],
    ['GET /v1/api-keys', 'keys:read', (api: ApiClient) => api.call('/v1/api-keys')],
    ['DELETE /v1/api-keys/{key_id}', 'keys:write', (api: ApiClient) => revokeKey(api, randomUUID())],
    ['POST /v1/api-keys/{key_id}/rotate', 'keys:write', (api: ApiClient) => rotateKey(api, randomUUID())],
    ['POST /v1/simulations', 'simulations:write', (api: ApiClient) => api.post('/v1/simulations', {})],
    ['GET /v1/simulations/{id}', 'simulations:read', (api: ApiClient) => api.call('/v1/simulations/sim_x')],
    [
      'GET /v1/simulations/{id}/results',
      'simulations:read',
      (api: ApiClient) => api.call('/v1/simulations/sim_x/results'),
    ],
    ['GET /v1/case-studies/{id}', 'case_studies:read', (api: ApiClient) => api.call('/v1/case-studies/x')],
    ['POST /v1/case-studies', 'case_studies:write', (api: ApiClient) => api.post('/v1/case-studies', {})],
  ])('%s without %s: 403 insufficient_scope that names it; with it, not', async (_, scope, call) => {
    const others = await callerWithScopes(
      owner,
      allScopes.filter((other) => other !== scope),
    );
    expect(await call(others)).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope', meta: { required_scope: scope } },
    });
    expect((await call(await callerWithScopes(owner, [scope]))).status).not.toBe(403);
  });

  it('case_studies:write is granted, or rotated, only by a caller that has it', async () => {
    const clerk = await callerWithScopes(owner, ['keys:write']);
    const wanted = { scopes: ['case_studies:write'] };
    expect(await createKey(clerk, wanted)).toMatchObject({
      status: 403,
      body: { meta: { required_scope: 'case_studies:write' } },
    });
    const curator = await callerWithScopes(owner, ['keys:write', 'case_studies:write']);
    const { status, body } = await createKey(curator, wanted);
    expect(status).toBe(201);
    expect(await rotateKey(clerk, body.data.key_id)).toMatchObject({ status: 403 });
    expect(await rotateKey(curator, body.data.key_id)).toMatchObject({ status: 201 });
  });

  it('a wildcard key is rotated only by a wildcard caller, and stays one', async () => {
    const { key, key_id } = await bootstrap();
    const wildcard = new ApiClient(owner.url, key);
    const clerk = await callerWithScopes(wildcard, ['keys:write']);
    expect(await rotateKey(clerk, key_id)).toMatchObject({ status: 403, body: { meta: { required_scope: '*' } } });
    const { status, body } = await rotateKey(wildcard, key_id);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ scopes: ['*'], rotated_from: key_id });
    expect((await new ApiClient(owner.url, body.data.key).call('/v1/usage')).status).toBe(200);
  });

  it('DELETE: 200, effective with the next request (401); again: 409', async () => {
    const doomed = await callerWithScopes(owner, ['keys:read']);
    expect((await doomed.call('/v1/api-keys')).status).toBe(200);
    const revoked = await revokeKey(owner, doomed.keyId);
    expect(revoked.status).toBe(200);
    expect(revoked.body.data).toEqual({
      key_id: doomed.keyId,
      status: 'revoked',
      revoked_at: expect.any(String) as string,
    });
    expect(await doomed.call('/v1/api-keys')).toMatchObject({
      status: 401,
      body: { error: 'invalid_or_revoked_api_key' },
    });
    expect(await revokeKey(owner, doomed.keyId)).toMatchObject({
      status: 409,
      body: { error: 'api_key_already_revoked' },
    });
    const { body } = await owner.call<ApiKeyRecord[]>('/v1/api-keys');
    expect(body.data.find(({ key_id }) => key_id === doomed.keyId)).toMatchObject({ status: 'revoked' });
  });

  it('rotate: a new key with the same name, scopes and expiry; the old one is refused at once; again: 409', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const old = await callerWithScopes(owner, ['keys:read', 'simulations:read'], { expires_at, name: 'Nightly' });
    expect((await old.call('/v1/api-keys')).status).toBe(200);
    const { status, body } = await rotateKey(owner, old.keyId);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      name: 'Nightly',
      scopes: ['keys:read', 'simulations:read'],
      expires_at,
      rotated_from: old.keyId,
      status: 'active',
    });
    expect((await old.call('/v1/api-keys')).status).toBe(401);
    expect((await new ApiClient(owner.url, body.data.key).call('/v1/api-keys')).status).toBe(200);
    expect(await rotateKey(owner, old.keyId)).toMatchObject({
      status: 409,
      body: { error: 'api_key_already_revoked' },
    });
  });

  it('of twenty rotations at once one makes a key', async () => {
    const { keyId } = await callerWithScopes(owner, ['keys:read']);
    const responses = await Promise.all(Array.from({ length: 20 }, () => rotateKey(owner, keyId)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
  });

  it('an expired key: 401, told as expired; rotating it: 409 api_key_expired', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const brief = await callerWithScopes(owner, ['keys:read'], { expires_at });
    const redis = new Redis(runFile().redis_url);
    const cached = `identity:sandbox:${sha256Hex(brief.key ?? '')}`;
    let identity: string | null = null;
    await waitUntil('it is used, and cached', async () => {
      expect((await brief.call('/v1/api-keys')).status).toBe(200);
      return (identity = await redis.get(cached)) !== null;
    });
    const refused = { status: 401, body: { error: 'invalid_or_revoked_api_key' } };
    // As if the time had come: for what the cache tells, and where it tells nothing any more.
    const ended = { ...(JSON.parse(identity ?? '') as object), expiresAtMs: Date.now() };
    await redis.set(cached, JSON.stringify(ended));
    expect(await brief.call('/v1/api-keys')).toMatchObject(refused);
    await queryDatabase('sandbox', 'UPDATE api_keys SET expires_at = now() WHERE id = $1', [brief.keyId]);
    await redis.del(cached);
    expect(await brief.call('/v1/api-keys')).toMatchObject(refused);
    redis.disconnect();
    const { body } = await owner.call<ApiKeyRecord[]>('/v1/api-keys');
    expect(body.data.find(({ key_id }) => key_id === brief.keyId)).toMatchObject({ status: 'expired' });
    expect(await rotateKey(owner, brief.keyId)).toMatchObject({ status: 409, body: { error: 'api_key_expired' } });
  });

  it("another organization's key, one of the other tier and a missing one are the same 404", async () => {
    const organization = `Twins ${randomUUID()}`;
    const [mine, otherTier] = [await bootstrap({ organization }), await bootstrap({ organization, tier: 'live' })];
    const foreign = await callerWithScopes(owner, ['keys:read']);
    const api = new ApiClient(owner.url, mine.key);
    for (const act of [revokeKey, rotateKey]) {
      const responses = await Promise.all(
        [foreign.keyId, otherTier.key_id, randomUUID(), 'nonsense'].map((keyId) => act(api, keyId)),
      );
      const told = responses.map(({ status, text, body }) => [status, text.replace(body.meta.request_id ?? '', '')]);
      expect(responses[0]).toMatchObject({ status: 404, body: { error: 'api_key_not_found' } });
      expect(told).toEqual(told.map(() => told[0]));
    }
    expect((await foreign.call('/v1/api-keys')).status).toBe(200);
  });

  it('a key that rotates itself gets the new one; the replay of that call is 401, since it is revoked by then', async () => {
    const self = await callerWithScopes(owner, ['keys:write']);
    const idempotencyKey = randomUUID();
    expect((await rotateKey(self, self.keyId, idempotencyKey)).status).toBe(201);
    expect((await rotateKey(self, self.keyId, idempotencyKey)).status).toBe(401);
  });

  it('last_used_at is written after a use', async () => {
    const used = await callerWithScopes(owner, ['keys:read']);
    const before = Date.now();
    await used.call('/v1/api-keys');
    const lastUsed = async () => {
      const { body } = await owner.call<ApiKeyRecord[]>('/v1/api-keys?limit=100');
      return body.data.find(({ key_id }) => key_id === used.keyId)?.last_used_at;
    };
    await waitUntil('last_used_at is there', async () => (await lastUsed()) !== null);
    expect(Date.parse((await lastUsed()) ?? '')).toBeGreaterThanOrEqual(before);
  });
});

describe('the list of keys', () => {
  it('is walked newest first with a cursor, nothing skipped or told twice while keys are added', async () => {
    const owner = await newCaller();
    const made: string[] = [];
    for (let index = 0; index < 7; index++) made.unshift((await callerWithScopes(owner, ['keys:read'])).keyId);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { status, body } = await owner.call<ApiKeyRecord[]>(`/v1/api-keys?limit=3${query}`);
      expect(status).toBe(200);
      expect(body.meta['returned']).toBe(body.data.length);
      expect(body.meta['has_more']).toBe(body.meta['next_cursor'] !== null);
      seen.push(...body.data.map(({ key_id }) => key_id));
      cursor = body.meta['next_cursor'] as string | null;
      await callerWithScopes(owner, ['keys:read']);
    } while (cursor !== null);
    expect(seen.slice(0, 7)).toEqual(made);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('limit is 1 to 100: anything else is 400', async () => {
    const owner = await newCaller();
    for (const limit of ['0', '101', '-1', '1.5', 'x', '', '1e2', '%00']) {
      const { status, body } = await owner.call(`/v1/api-keys?limit=${limit}`);
      expect([limit, status, body.error]).toEqual([limit, 400, 'validation_error']);
    }
    for (const limit of ['1', '100']) expect((await owner.call(`/v1/api-keys?limit=${limit}`)).status).toBe(200);
    expect((await owner.call('/v1/api-keys?limit=1&limit=2')).status).toBe(400);
    expect((await owner.call('/v1/api-keys?colour=red')).status).toBe(400);
  });

  it("a forged, cut, changed or another organization's cursor: 400 invalid_cursor", async () => {
    const [owner, stranger] = [await newCaller(), await newCaller()];
    for (let index = 0; index < 2; index++) await callerWithScopes(owner, ['keys:read']);
    const { body } = await owner.call('/v1/api-keys?limit=1');
    const cursor = body.meta['next_cursor'] as string;
    expect((await owner.call(`/v1/api-keys?cursor=${cursor}`)).status).toBe(200);
    const flipped = `${cursor.slice(0, -3)}${cursor.at(-3) === 'A' ? 'B' : 'A'}${cursor.slice(-2)}`;
    for (const [api, bad] of [
      [stranger, cursor],
      [owner, flipped],
      [owner, cursor.slice(0, -2)],
      [owner, `${cursor}=`],
      [owner, 'AAAA'],
      [owner, Buffer.from('{"id":1}').toString('base64url')],
    ] as const) {
      const response = await api.call(`/v1/api-keys?cursor=${bad}`);
      expect([response.status, response.body.error]).toEqual([400, 'invalid_cursor']);
    }
  });
});
