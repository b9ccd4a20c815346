import { ApiClient } from '../support/api-client.js';
import { AuthService, cookieOf, newEmail, queryDatabase } from '../support/auth-service.js';
import { rowsOf, sampleSize } from '../support/full-level.js';
import { createKey, rotateKey } from '../support/keys.js';
import { runFile, sharedClient } from '../support/shared-service.js';
import { createEndpoint, type EndpointRecord } from '../support/webhooks.js';

const password = 'a quiet sentence';
const sameOrigin = { 'sec-fetch-site': 'same-origin' };
const tiers = ['sandbox', 'live'] as const;
type Tier = (typeof tiers)[number];

/** An account that was created by password with the address of another person, and everything the session could leave behind. */
interface Planted {
  email: string;
  organizationId: string;
  cookie: string;
  keys: Record<Tier, string>;
  endpoints: Record<Tier, EndpointRecord>;
  signingSecrets: Record<Tier, string>;
}

describe('an account that someone creates with the email address of another person', () => {
  let service: AuthService;

  beforeAll(async () => (service = await AuthService.shared()));

  const signUp = (email: string) =>
    service.post('/v1/auth/password/signup', { email, password, name: 'Eve', organization_name: 'Evil Engines' });
  const logIn = (email: string) => service.post('/v1/auth/password/login', { email, password });
  const verify = (token: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    service.post('/v1/auth/magic-link/verify', { token, ...more }, headers);
  const inTier = (tier: Tier) => ({ headers: { 'svc-tier': tier } });
  const signingSecret = async (cookie: string, tier: Tier) =>
    (await service.withSession<{ secret: string }>('/v1/webhook-endpoints/signing-secret', cookie, inTier(tier))).body
      .data.secret;

  async function newKey(cookie: string, tier: Tier): Promise<string> {
    const json = {
      name: 'backdoor',
      scopes: ['keys:read', 'keys:write', 'simulations:write'],
      is_test: tier === 'sandbox',
    };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const response = await service.withSession<{ key: string }>('/v1/api-keys', cookie, {
      method: 'POST',
      json,
      headers,
    });
    expect(response.status).toBe(201);
    return response.body.data.key;
  }

  async function plant(): Promise<Planted> {
    const email = newEmail();
    const response = await signUp(email);
    const cookie = cookieOf(response);
    const [sandboxKey, liveKey] = [await newKey(cookie, 'sandbox'), await newKey(cookie, 'live')];
    const keys = { sandbox: sandboxKey, live: liveKey };
    const url = 'https://hooks.example.com/eve';
    const endpoints = {
      sandbox: await createEndpoint(new ApiClient(service.url, sandboxKey), { url }),
      live: await createEndpoint(new ApiClient(service.url, liveKey), { url }),
    };
    const signingSecrets = {
      sandbox: await signingSecret(cookie, 'sandbox'),
      live: await signingSecret(cookie, 'live'),
    };
    return { email, organizationId: response.body.data.organization_id, cookie, keys, endpoints, signingSecrets };
  }

  /** The status of a request with each key, in this process and in the process of the shared service. */
  const statuses = async ({ keys }: Planted) =>
    Promise.all(
      [service.url, runFile().url].flatMap((url) =>
        tiers.map(async (tier) => (await new ApiClient(url, keys[tier]).call('/v1/usage')).status),
      ),
    );
  const endpointIds = async ({ organizationId }: Planted) =>
    (
      await Promise.all(
        tiers.map((tier) =>
          queryDatabase<{ id: string }>(tier, 'SELECT id FROM webhook_endpoints WHERE organization_id = $1', [
            organizationId,
          ]),
        ),
      )
    ).flat();

  it('Keys, endpoints, secrets, sessions and the password of a third party do not survive the first sign-in of the owner', async () => {
    const planted = await plant();
    expect(await statuses(planted)).toEqual([200, 200, 200, 200]);
    const owner = await verify(await service.newToken(planted.email));
    expect(owner.status).toBe(200);
    // The caches contained the keys until now.
    expect(await statuses(planted)).toEqual([401, 401, 401, 401]);
    expect(await endpointIds(planted)).toEqual([]);
    expect((await service.withSession('/v1/auth/me', planted.cookie)).status).toBe(401);
    expect((await logIn(planted.email)).status).toBe(401);
    const cookie = cookieOf(owner);
    for (const tier of tiers) {
      expect(await signingSecret(cookie, tier)).not.toBe(planted.signingSecrets[tier]);
      const sql =
        'SELECT owner FROM webhook_secrets WHERE organization_id = $1 AND (owner <> $1::text OR previous_sealed IS NOT NULL)';
      expect(await queryDatabase(tier, sql, [planted.organizationId])).toEqual([]);
    }
    // The owner can create keys again.
    for (const tier of tiers) {
      const api = new ApiClient(service.url, await newKey(cookie, tier));
      expect((await api.call('/v1/usage')).status).toBe(200);
    }
  });

  it('The audit log of each tier shows what was removed and why', async () => {
    const planted = await plant();
    const cookie = cookieOf(await verify(await service.newToken(planted.email), { unverified_account: 'discard' }));
    for (const tier of tiers) {
      const { body } = await service.withSession<{ action: string; details: Record<string, unknown> }[]>(
        '/v1/audit-log',
        cookie,
        inTier(tier),
      );
      const removed = body.data.filter(({ details }) => details['reason'] === 'unverified_account');
      expect(removed.map(({ action }) => action).sort()).toEqual([
        'api_key.revoked',
        'signing_secret.rotated',
        'webhook_endpoint.deleted',
      ]);
    }
  });

  it('Keys and endpoints remain if the request carries a session of the account, as in the browser that signed up, but the password ends', async () => {
    const planted = await plant();
    const owner = await verify(await service.newToken(planted.email), {}, { cookie: planted.cookie, ...sameOrigin });
    expect(owner.status).toBe(200);
    expect(await statuses(planted)).toEqual([200, 200, 200, 200]);
    expect(await endpointIds(planted)).toHaveLength(2);
    expect((await service.withSession('/v1/auth/me', planted.cookie)).status).toBe(401);
    expect((await logIn(planted.email)).status).toBe(401);
  });

  it('Keys and endpoints remain if the owner says so, but the password and the sessions end', async () => {
    const planted = await plant();
    const owner = await verify(await service.newToken(planted.email), { unverified_account: 'keep' });
    expect(owner.status).toBe(200);
    expect(await statuses(planted)).toEqual([200, 200, 200, 200]);
    expect((await service.withSession('/v1/auth/me', planted.cookie)).status).toBe(401);
    expect((await logIn(planted.email)).status).toBe(401);
  });

  it('A session of the account does not keep what the owner discards explicitly', async () => {
    const planted = await plant();
    await verify(await service.newToken(planted.email), { unverified_account: 'discard' }, { cookie: planted.cookie });
    expect(await statuses(planted)).toEqual([401, 401, 401, 401]);
    expect((await logIn(planted.email)).status).toBe(401);
  });

  const others = rowsOf<[string, (() => Promise<string>) | undefined]>(
    [['a session of another account', async () => cookieOf(await signUp(newEmail()))]],
    [
      ['an ended session of the account', undefined],
      ['a malformed session', () => Promise.resolve(`svc_session=${'A'.repeat(43)}`)],
    ],
  );
  it.each(others)('Keys and endpoints do not survive if the request carries %s', async (_, other) => {
    const planted = await plant();
    const cookie = (await other?.()) ?? planted.cookie;
    if (!other) await service.withSession('/v1/auth/logout', cookie, { method: 'POST' });
    const owner = await verify(await service.newToken(planted.email), {}, { cookie, ...sameOrigin });
    expect(owner.status).toBe(200);
    expect(await statuses(planted)).toEqual([401, 401, 401, 401]);
  });

  it('Later sign-ins of a verified owner remove nothing, even with `discard`', async () => {
    const email = newEmail();
    const { cookie } = await service.signIn(email);
    const key = await newKey(cookie, 'sandbox');
    expect((await verify(await service.newToken(email), { unverified_account: 'discard' })).status).toBe(200);
    expect((await new ApiClient(service.url, key).call('/v1/usage')).status).toBe(200);
  });

  it('`unverified_account` accepts only `keep` and `discard`', async () => {
    expect(await verify('x', { unverified_account: 'maybe' })).toMatchObject({
      status: 400,
      body: { error: 'validation_error', meta: { issues: [{ path: 'unverified_account' }] } },
    });
  });

  it('No key survives that a third party creates or rotates while the owner signs in for the first time', async () => {
    for (let round = 0; round < sampleSize(1, 3); round++) {
      const planted = await plant();
      const token = await service.newToken(planted.email);
      const api = {
        sandbox: new ApiClient(service.url, planted.keys.sandbox),
        live: sharedClient(planted.keys.live),
      };
      const created: string[] = [];
      let running = true;
      const attack = async (tier: Tier, bySession: boolean) => {
        while (running) {
          const body = { name: 'race', scopes: ['keys:write'], is_test: tier === 'sandbox' };
          const headers = { 'idempotency-key': crypto.randomUUID() };
          const { body: response } = bySession
            ? await service.withSession<{ key: string }>('/v1/api-keys', planted.cookie, {
                method: 'POST',
                json: body,
                headers,
              })
            : await createKey(api[tier], body);
          if (!response.data) return;
          created.push(response.data.key ?? '');
        }
      };
      const attackers = tiers.flatMap((tier) => [attack(tier, true), attack(tier, false), attack(tier, false)]);
      const rotated = rotateKey(api.sandbox, (await listedKeys(planted.cookie))[0] ?? '');
      const owner = await verify(token);
      expect(owner.status).toBe(200);
      running = false;
      await Promise.all(attackers);
      created.push((await rotated).body.data?.key ?? planted.keys.sandbox, planted.keys.live);
      for (const tier of tiers) {
        const sql = 'SELECT id FROM api_keys WHERE organization_id = $1 AND revoked_at IS NULL';
        expect(await queryDatabase(tier, sql, [planted.organizationId])).toEqual([]);
      }
      const uses = created.map(async (key) => (await new ApiClient(service.url, key).call('/v1/auth/me')).status);
      expect(new Set(await Promise.all(uses))).toEqual(new Set([401]));
    }
  });

  it('Of two concurrent first sign-ins, one decides and the account is the same', async () => {
    const planted = await plant();
    const token = await service.newToken(planted.email);
    const responses = await Promise.all([
      verify(token, { unverified_account: 'keep' }),
      verify(token, { unverified_account: 'discard' }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
    const kept = responses[0].status === 200;
    expect(await statuses(planted)).toEqual(Array(4).fill(kept ? 200 : 401));
    expect(await endpointIds(planted)).toHaveLength(kept ? 2 : 0);
  });

  const listedKeys = async (cookie: string) =>
    (await service.withSession<{ key_id: string }[]>('/v1/api-keys', cookie)).body.data.map(({ key_id }) => key_id);
});
