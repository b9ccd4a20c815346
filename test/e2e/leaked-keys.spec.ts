import { randomBytes } from 'node:crypto';
import { ApiClient } from '../support/api-client.js';
import { AuthService, queryDatabase } from '../support/auth-service.js';
import { callerWithScopes, revokeKey } from '../support/keys.js';
import { newAddress } from '../support/new-address.js';
import { bootstrap, newCaller, runFile } from '../support/shared-service.js';

describe('reports of leaked keys', () => {
  let service: AuthService;
  let owner: ApiClient;

  beforeAll(async () => {
    service = await AuthService.shared();
    owner = await newCaller();
  });

  const report = (key: unknown, headers = {}) => service.post<{ received: true }>('/v1/leaked-keys', { key }, headers);
  const use = async (key: string | undefined) =>
    Promise.all(
      [service.url, runFile().url].map(async (url) => (await new ApiClient(url, key).call('/v1/usage')).status),
    );
  const unknownKey = () => `sk_test_${randomBytes(32).toString('hex')}`;

  it('A reported key is revoked in every process before the response is sent, and other keys work', async () => {
    const leaked = await callerWithScopes(owner, ['keys:read']);
    expect(await use(leaked.key)).toEqual([200, 200]);
    const response = await report(leaked.key);
    expect(response).toMatchObject({ status: 200, body: { data: { received: true } } });
    expect(await use(leaked.key)).toEqual([401, 401]);
    expect(await use(owner.key)).toEqual([200, 200]);
  });

  it('A reported key is revoked in the tier of its prefix', async () => {
    const { key, key_id } = await bootstrap({ tier: 'live' });
    await report(key);
    expect(await use(key)).toEqual([401, 401]);
    const rows = await queryDatabase('live', 'SELECT id FROM api_keys WHERE id = $1 AND revoked_at IS NOT NULL', [
      key_id,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('A report gets the same response for an active, an unknown and a revoked key', async () => {
    const [active, revoked] = [
      await callerWithScopes(owner, ['keys:read']),
      await callerWithScopes(owner, ['keys:read']),
    ];
    await revokeKey(owner, revoked.keyId);
    const responses = [];
    for (const key of [active.key, active.key, revoked.key, unknownKey()]) responses.push(await report(key));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  it('Reporting a revoked key does not change its revocation time', async () => {
    const { key, keyId } = await callerWithScopes(owner, ['keys:read']);
    const { body } = await revokeKey(owner, keyId);
    await report(key);
    const [row] = await queryDatabase<{ revoked_at: Date }>(
      'sandbox',
      'SELECT revoked_at FROM api_keys WHERE id = $1',
      [keyId],
    );
    expect(row?.revoked_at.toISOString()).toBe(body.data.revoked_at);
  });

  it.each<[string, unknown]>([
    ['no key', undefined],
    ['a part of a key', `sk_test_${'ab'.repeat(31)}`],
    ['a key with a line break', `sk_test_${'ab'.repeat(32)}\n`],
    ['an object', {}],
  ])('A report with %s gets 400 without the key in the response', async (_, key) => {
    const response = await report(key);
    expect(response).toMatchObject({
      status: 400,
      body: { error: 'validation_error', meta: { issues: [{ path: 'key' }] } },
    });
    expect(response.text).not.toContain('ab'.repeat(8));
  });

  it('Reports are limited to 30 per network address', async () => {
    const headers = { 'x-forwarded-for': newAddress() };
    const responses = await Promise.all(Array.from({ length: 33 }, () => report(unknownKey(), headers)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(3);
  });
});
