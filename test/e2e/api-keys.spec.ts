import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { sha256Hex } from '../../src/common/crypto.js';
import { EntrySigner } from '../../src/common/entry-signer.js';
import { developmentMasterKey } from '../../src/config/master-key.js';
import { ApiClient } from '../support/api-client.js';
import { queryDatabase, type IdentityRecord } from '../support/auth-service.js';
import { callerWithScopes, createKey, revokeKey, rotateKey, type ApiKeyRecord } from '../support/keys.js';
import { bootstrap, newCaller, runFile, sharedDataDir } from '../support/shared-service.js';
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

  it('POST /v1/api-keys returns the raw key once, and later reads do not contain it', async () => {
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
      created_by: { type: 'api_key', id: (await owner.call<IdentityRecord>('/v1/auth/me')).body.data.auth.key_id },
    });
    const { body: list } = await owner.call<ApiKeyRecord[]>('/v1/api-keys');
    const stored = list.data.find(({ key_id }) => key_id === body.data.key_id);
    expect(stored).toMatchObject({ name: 'Reports', status: 'active' });
    expect(stored).not.toHaveProperty('key');
  });

  it('The database does not contain raw API keys', async () => {
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
    ['a duplicate scope', { scopes: ['keys:read', 'keys:read'] }, 'scopes'],
    ['an unknown scope', { scopes: ['keys:delete'] }, 'scopes.0'],
    ['the wildcard', { scopes: ['*'] }, 'scopes.0'],
    ['no is_test', { is_test: undefined }, 'is_test'],
    ['is_test as a string', { is_test: 'true' }, 'is_test'],
    ['an expiry in the past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['an expiry beyond the year 9999 in UTC', { expires_at: '9999-12-31T23:59:59-14:00' }, 'expires_at'],
    ['an invalid expiry', { expires_at: 'tomorrow' }, 'expires_at'],
    ['an unknown field', { role: 'admin' }, 'role'],
  ])('Creating a key with %s gets 400 validation_error', async (_, body, path) => {
    const response = await createKey(owner, body);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: 'validation_error', meta: { issues: [{ path }] } });
  });

  it('A key name can have 100 characters, counted as Unicode code points', async () => {
    expect((await createKey(owner, { name: '🚆'.repeat(100) })).status).toBe(201);
  });

  it("Creating a key whose is_test contradicts the caller's tier gets 400 tier_mismatch", async () => {
    expect(await createKey(owner, { is_test: false })).toMatchObject({ status: 400, body: { error: 'tier_mismatch' } });
    const live = await newCaller({ tier: 'live' });
    expect(await createKey(live, { is_test: true })).toMatchObject({ status: 400, body: { error: 'tier_mismatch' } });
    const { status, body } = await createKey(live, { is_test: false });
    expect(status).toBe(201);
    expect(body.data.key).toMatch(/^sk_live_/);
  });

  it('Creating a key without an Idempotency-Key, or with one that is not a UUID, gets 400', async () => {
    const json = { name: 'x', scopes: ['keys:read'], is_test: true };
    const without = await owner.post('/v1/api-keys', json);
    expect(without).toMatchObject({ status: 400, body: { error: 'idempotency_key_required' } });
    expect(await createKey(owner, {}, 'not-a-uuid')).toMatchObject({
      status: 400,
      body: { error: 'validation_error' },
    });
  });

  it.each([
    ['POST /v1/api-keys', 'keys:write', (api: ApiClient) => createKey(api, { scopes: ['keys:write'] })],
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
  ])('%s requires the scope %s', async (_, scope, call) => {
    const withoutScope = await callerWithScopes(
      owner,
      allScopes.filter((other) => other !== scope),
    );
    expect(await call(withoutScope)).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope', meta: { required_scope: scope } },
    });
    expect((await call(await callerWithScopes(owner, [scope]))).status).not.toBe(403);
  });

  it.each(allScopes.filter((scope) => scope !== 'keys:write'))(
    'Only a caller that has %s can create or rotate a key that has it',
    async (scope) => {
      const withoutScope = await callerWithScopes(
        owner,
        allScopes.filter((other) => other !== scope),
      );
      const missing = { status: 403, body: { error: 'insufficient_scope', meta: { required_scope: scope } } };
      expect(await createKey(withoutScope, { scopes: ['keys:write', scope] })).toMatchObject(missing);
      const withScope = await callerWithScopes(owner, ['keys:write', scope]);
      const { status, body } = await createKey(withScope, { scopes: [scope] });
      expect(status).toBe(201);
      expect(await rotateKey(withoutScope, body.data.key_id)).toMatchObject(missing);
      expect(await rotateKey(withScope, body.data.key_id)).toMatchObject({ status: 201 });
    },
  );

  it('Only a wildcard caller can rotate a wildcard key, and the new key is a wildcard key', async () => {
    const { key, key_id } = await bootstrap();
    const wildcard = new ApiClient(owner.url, key);
    const withoutWildcard = await callerWithScopes(wildcard, ['keys:write']);
    expect(await rotateKey(withoutWildcard, key_id)).toMatchObject({
      status: 403,
      body: { meta: { required_scope: '*' } },
    });
    const { status, body } = await rotateKey(wildcard, key_id);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ scopes: ['*'], rotated_from: key_id });
    expect((await new ApiClient(owner.url, body.data.key).call('/v1/usage')).status).toBe(200);
  });

  it('Revoking a key takes effect with the next request, and revoking it again gets 409', async () => {
    const caller = await callerWithScopes(owner, ['keys:read']);
    expect((await caller.call('/v1/api-keys')).status).toBe(200);
    const revoked = await revokeKey(owner, caller.keyId);
    expect(revoked.status).toBe(200);
    expect(revoked.body.data).toEqual({
      key_id: caller.keyId,
      status: 'revoked',
      revoked_at: expect.any(String) as string,
    });
    expect(await caller.call('/v1/api-keys')).toMatchObject({
      status: 401,
      body: { error: 'invalid_or_revoked_api_key' },
    });
    expect(await revokeKey(owner, caller.keyId)).toMatchObject({
      status: 409,
      body: { error: 'api_key_already_revoked' },
    });
    const { body } = await owner.call<ApiKeyRecord[]>('/v1/api-keys');
    expect(body.data.find(({ key_id }) => key_id === caller.keyId)).toMatchObject({ status: 'revoked' });
  });

  it('Rotating a key returns a key with the same name, scopes and expiry, and revokes the old key immediately', async () => {
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

  it('Of twenty concurrent rotations of a key, exactly one creates a new key', async () => {
    const { keyId } = await callerWithScopes(owner, ['keys:read']);
    const responses = await Promise.all(Array.from({ length: 20 }, () => rotateKey(owner, keyId)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
  });

  it('An expired key gets 401, cached or not, is listed as expired and cannot be rotated', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const expiring = await callerWithScopes(owner, ['keys:read'], { expires_at });
    const redis = new Redis(runFile().redis_url);
    const cached = `identity:sandbox:${sha256Hex(expiring.key ?? '')}`;
    let identity: string | null = null;
    await waitUntil('the identity of the key is cached', async () => {
      expect((await expiring.call('/v1/api-keys')).status).toBe(200);
      return (identity = await redis.get(cached)) !== null;
    });
    const rejected = { status: 401, body: { error: 'invalid_or_revoked_api_key' } };
    // Simulate the expiry, first in the cache and then in the database with an empty cache.
    const signer = new EntrySigner(developmentMasterKey(sharedDataDir()), []);
    const content = JSON.parse(signer.open(cached, identity ?? '') ?? '') as object;
    await redis.set(cached, signer.sign(cached, JSON.stringify({ ...content, expiresAtMs: Date.now() })));
    expect(await expiring.call('/v1/api-keys')).toMatchObject(rejected);
    await queryDatabase('sandbox', 'UPDATE api_keys SET expires_at = now() WHERE id = $1', [expiring.keyId]);
    await redis.del(cached);
    expect(await expiring.call('/v1/api-keys')).toMatchObject(rejected);
    redis.disconnect();
    const { body } = await owner.call<ApiKeyRecord[]>('/v1/api-keys');
    expect(body.data.find(({ key_id }) => key_id === expiring.keyId)).toMatchObject({ status: 'expired' });
    expect(await rotateKey(owner, expiring.keyId)).toMatchObject({ status: 409, body: { error: 'api_key_expired' } });
  });

  it("Revoking or rotating another organization's key, the other tier's key or a missing key gets the same 404", async () => {
    const organization = `Twins ${randomUUID()}`;
    const [mine, otherTier] = [await bootstrap({ organization }), await bootstrap({ organization, tier: 'live' })];
    const foreign = await callerWithScopes(owner, ['keys:read']);
    const api = new ApiClient(owner.url, mine.key);
    for (const action of [revokeKey, rotateKey]) {
      const responses = await Promise.all(
        [foreign.keyId, otherTier.key_id, randomUUID(), 'nonsense'].map((keyId) => action(api, keyId)),
      );
      const comparable = responses.map(({ status, text, body }) => [
        status,
        text.replace(body.meta.request_id ?? '', ''),
      ]);
      expect(responses[0]).toMatchObject({ status: 404, body: { error: 'api_key_not_found' } });
      expect(comparable).toEqual(comparable.map(() => comparable[0]));
    }
    expect((await foreign.call('/v1/api-keys')).status).toBe(200);
  });

  it('A key can rotate itself, and repeating that request gets 401 because the key is revoked', async () => {
    const self = await callerWithScopes(owner, ['keys:write']);
    const idempotencyKey = randomUUID();
    expect((await rotateKey(self, self.keyId, idempotencyKey)).status).toBe(201);
    expect((await rotateKey(self, self.keyId, idempotencyKey)).status).toBe(401);
  });

  it('Using a key updates its last_used_at', async () => {
    const used = await callerWithScopes(owner, ['keys:read']);
    const before = Date.now();
    await used.call('/v1/api-keys');
    const lastUsed = async () => {
      // The newest key is the first one.
      const { body } = await owner.call<ApiKeyRecord[]>('/v1/api-keys?limit=1');
      return body.data.find(({ key_id }) => key_id === used.keyId)?.last_used_at;
    };
    await waitUntil('last_used_at is set', async () => (await lastUsed()) !== null);
    expect(Date.parse((await lastUsed()) ?? '')).toBeGreaterThanOrEqual(before);
  });
});

describe('the list of API keys', () => {
  it('The list of keys is newest first, and paging has no gaps or duplicates while keys are added', async () => {
    const owner = await newCaller();
    const created: string[] = [];
    for (let index = 0; index < 7; index++) created.unshift((await callerWithScopes(owner, ['keys:read'])).keyId);
    const listed: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { status, body } = await owner.call<ApiKeyRecord[]>(`/v1/api-keys?limit=3${query}`);
      expect(status).toBe(200);
      expect(body.meta['returned']).toBe(body.data.length);
      expect(body.meta['has_more']).toBe(body.meta['next_cursor'] !== null);
      listed.push(...body.data.map(({ key_id }) => key_id));
      cursor = body.meta['next_cursor'] as string | null;
      await callerWithScopes(owner, ['keys:read']);
    } while (cursor !== null);
    expect(listed.slice(0, 7)).toEqual(created);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('A page limit outside 1 to 100 and unknown query parameters get 400', async () => {
    const owner = await newCaller();
    for (const limit of ['0', '101', '-1', '1.5', 'x', '', '1e2', '%00']) {
      const { status, body } = await owner.call(`/v1/api-keys?limit=${limit}`);
      expect([limit, status, body.error]).toEqual([limit, 400, 'validation_error']);
    }
    for (const limit of ['1', '100']) expect((await owner.call(`/v1/api-keys?limit=${limit}`)).status).toBe(200);
    expect((await owner.call('/v1/api-keys?limit=1&limit=2')).status).toBe(400);
    expect((await owner.call('/v1/api-keys?color=red')).status).toBe(400);
  });

  it("A forged, truncated, changed or another organization's cursor gets 400 invalid_cursor", async () => {
    const [owner, otherOrganization] = [await newCaller(), await newCaller()];
    for (let index = 0; index < 2; index++) await callerWithScopes(owner, ['keys:read']);
    const { body } = await owner.call('/v1/api-keys?limit=1');
    const cursor = body.meta['next_cursor'] as string;
    expect((await owner.call(`/v1/api-keys?cursor=${cursor}`)).status).toBe(200);
    const changedCursor = `${cursor.slice(0, -3)}${cursor.at(-3) === 'A' ? 'B' : 'A'}${cursor.slice(-2)}`;
    for (const [api, invalidCursor] of [
      [otherOrganization, cursor],
      [owner, changedCursor],
      [owner, cursor.slice(0, -2)],
      [owner, `${cursor}=`],
      [owner, 'AAAA'],
      [owner, Buffer.from('{"id":1}').toString('base64url')],
    ] as const) {
      const response = await api.call(`/v1/api-keys?cursor=${invalidCursor}`);
      expect([response.status, response.body.error]).toEqual([400, 'invalid_cursor']);
    }
  });
});
