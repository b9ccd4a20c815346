import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { formatRawKey } from '../../src/api-keys/raw-key.js';
import { sha256Hex } from '../../src/common/crypto.js';
import { ApiClient } from '../support/api-client.js';
import { AuthService, type IdentityRecord } from '../support/auth-service.js';
import { bootstrap, runFile } from '../support/shared-service.js';
import { SessionStore, sessionEntryOf } from '../support/session-store.js';
import { waitUntil } from '../support/wait-until.js';

const me = '/v1/auth/me';

describe('an attacker who can write to Redis', () => {
  let redis: Redis;
  let service: AuthService;
  let store: SessionStore;

  beforeAll(async () => {
    redis = new Redis(runFile().redis_url);
    store = new SessionStore();
    service = await AuthService.shared();
  });
  afterAll(() => {
    redis.disconnect();
    store.close();
  });

  const entryOf = (key: string) => `identity:sandbox:${sha256Hex(key)}`;
  const identify = async (key: string) => {
    const { status, body } = await new ApiClient(service.url, key).call<IdentityRecord>(me);
    return { status, organization: body.data?.organization_id, plan: body.data?.plan_tier, scopes: body.data?.scopes };
  };
  const forged = (organizationId: string) =>
    JSON.stringify({ keyId: organizationId, organizationId, planTier: 'growth', scopes: ['*'], expiresAtMs: null });
  const unsigned = (text: string) => `${'A'.repeat(43)}${text}`;

  /** The entry that the service writes for the key. */
  async function cachedEntry(key: string): Promise<string> {
    let entry: string | null = null;
    await waitUntil('the identity of the key is cached', async () => {
      await identify(key);
      return (entry = await redis.get(entryOf(key))) !== null;
    });
    return entry ?? '';
  }

  it('An attacker who forges an identity in Redis cannot use a key that was never issued', async () => {
    const victim = await bootstrap();
    for (const write of [(text: string) => text, unsigned]) {
      const key = formatRawKey('sandbox', randomBytes(32));
      await redis.set(entryOf(key), write(forged(victim.organization_id)));
      expect(await identify(key)).toMatchObject({ status: 401 });
    }
  });

  it('An attacker who changes the cached identity of a key gets neither another organization nor a larger plan', async () => {
    const [victim, own] = [await bootstrap(), await bootstrap({ plan: 'sandbox' })];
    const truth = { status: 200, organization: own.organization_id, plan: 'sandbox' };
    const entry = await cachedEntry(own.key);
    const changes = [
      entry.replace(own.organization_id, victim.organization_id),
      entry.replace('"sandbox"', '"growth"'),
      await cachedEntry(victim.key),
    ];
    for (const changed of changes) {
      expect(changed).not.toBe(entry);
      await redis.set(entryOf(own.key), changed);
      expect(await identify(own.key)).toMatchObject(truth);
      // The service deleted the entry and caches the true identity again.
      expect(await cachedEntry(own.key)).toContain(own.organization_id);
    }
  });

  it.each([
    ['a forged tombstone', (name: string) => redis.set(name, 'revoked')],
    ['text without a signature', (name: string) => redis.set(name, '{')],
    ['an entry of another type', (name: string) => redis.hset(name, 'a', '1')],
  ])('An attacker who replaces the cached identity with %s cannot block the key', async (_, replace) => {
    const { key, organization_id } = await bootstrap();
    await redis.del(entryOf(key));
    await replace(entryOf(key));
    expect(await identify(key)).toMatchObject({ status: 200, organization: organization_id });
  });

  it('An attacker who forges or changes a session in Redis is not signed in', async () => {
    const [victim, own] = [await service.signIn(), await service.signIn()];
    const victimUser = victim.response.body.data;
    const stored = { user_id: victimUser.user?.user_id, organization_id: victimUser.organization_id };
    const times = { created_at: Date.now(), refreshed_at: Date.now() };
    const forgedToken = randomBytes(32).toString('base64url');
    const forgedCookie = `svc_session=${forgedToken}`;
    await redis.set(sessionEntryOf(forgedCookie), unsigned(JSON.stringify({ ...stored, ...times })));
    expect((await service.withSession(me, forgedCookie)).status).toBe(401);
    // The signature of another session is of no use, because it covers the name of the entry.
    await redis.set(sessionEntryOf(forgedCookie), (await redis.get(sessionEntryOf(victim.cookie))) ?? '');
    expect((await service.withSession(me, forgedCookie)).status).toBe(401);
    await store.rewrite(own.cookie, (signature, session) => signature + JSON.stringify({ ...session, ...stored }));
    expect((await service.withSession(me, own.cookie)).status).toBe(401);
    expect((await service.withSession(me, victim.cookie)).status).toBe(200);
  });
});
