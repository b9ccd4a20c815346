import { setTimeout as sleep } from 'node:timers/promises';
import { tiers } from '../../src/common/identity/caller.js';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import { AuthService, type IdentityRecord } from '../support/auth-service.js';
import { itInFullLevel, sampleSize } from '../support/full-level.js';
import { newAddress } from '../support/new-address.js';
import { SessionStore } from '../support/session-store.js';
import { bootstrap, setPlan } from '../support/shared-service.js';
import { createSimulation, workflowId } from '../support/simulations.js';

const dayMs = 86_400_000;
const me = '/v1/auth/me';
const logout = '/v1/auth/logout';
const attributes = ['Max-Age=604800', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'];

describe('sessions', () => {
  let service: AuthService;
  let store: SessionStore;

  beforeAll(async () => {
    service = await AuthService.shared();
    store = new SessionStore();
  });
  afterAll(async () => {
    store.close();
    await service.stop();
  });

  const setCookie = ({ headers }: { headers: Headers }) => headers.getSetCookie()[0]?.split('; ') ?? [];

  describe('states', () => {
    it('Verifying a sign-in link starts a session whose cookie has all required attributes', async () => {
      const { response, cookie } = await service.signIn();
      const [value, ...rest] = setCookie(response);
      expect(value).toMatch(/^svc_session=[A-Za-z0-9_-]{43}$/);
      expect(rest.sort()).toEqual([...attributes].sort());
      expect((await service.withSession(me, cookie)).status).toBe(200);
    });

    it('Signing up by password starts a session whose cookie has all required attributes', async () => {
      const body = {
        email: `${Date.now()}@example.com`,
        password: 'a quiet sentence',
        name: 'A',
        organization_name: 'B',
      };
      const response = await service.post('/v1/auth/password/signup', body);
      const [value, ...rest] = setCookie(response);
      expect(rest.sort()).toEqual([...attributes].sort());
      expect((await service.withSession(me, value ?? '')).status).toBe(200);
    });

    it('A request extends its session to 7 days from now and sends the cookie again', async () => {
      const { cookie } = await service.signIn();
      await store.age(cookie, { createdMs: 6 * dayMs, usedMs: 6 * dayMs });
      const before = Date.now();
      const response = await service.withSession(me, cookie);
      expect(response.status).toBe(200);
      const [value, ...rest] = setCookie(response);
      expect(value).toBe(cookie);
      expect(rest.sort()).toEqual([...attributes].sort());
      expect(await store.expiresAtMs(cookie)).toBeGreaterThanOrEqual(before + 7 * dayMs);
      expect(Date.parse(response.body.data.auth.expires_at ?? '')).toBeGreaterThanOrEqual(before + 7 * dayMs);
    });

    it('A request within a minute of the last refresh does not write the session', async () => {
      const { cookie } = await service.signIn();
      const before = await store.read(cookie);
      expect(setCookie(await service.withSession(me, cookie))).toEqual([]);
      expect(await store.read(cookie)).toEqual(before);
    });

    it('Logout returns 204, clears the cookie and deletes the session', async () => {
      const { cookie } = await service.signIn();
      const response = await service.withSession(logout, cookie, { method: 'POST' });
      expect({ status: response.status, text: response.text }).toEqual({ status: 204, text: '' });
      const [value, ...rest] = setCookie(response);
      expect(value).toBe('svc_session=');
      expect(rest).toContain('Max-Age=0');
      expect(rest).toContain('Path=/');
      expect(await store.read(cookie)).toBeUndefined();
      expect(await service.withSession(me, cookie)).toMatchObject({
        status: 401,
        body: { error: 'authentication_required' },
      });
    });

    it('A session expires after 7 days without a request', async () => {
      const { cookie } = await service.signIn();
      expect(await store.expiresAtMs(cookie)).toBeLessThanOrEqual(Date.now() + 7 * dayMs);
      await store.age(cookie, { createdMs: 8 * dayMs, usedMs: 7 * dayMs + 1 });
      expect((await service.withSession(me, cookie)).status).toBe(401);
      const other = await service.signIn();
      await store.expire(other.cookie);
      await sleep(5);
      expect((await service.withSession(me, other.cookie)).status).toBe(401);
    });

    it('A session ends after 30 days even with regular requests', async () => {
      const { cookie } = await service.signIn();
      await store.age(cookie, { createdMs: 29.5 * dayMs, usedMs: 2 * 60_000 });
      expect((await service.withSession(me, cookie)).status).toBe(200);
      expect(await store.expiresAtMs(cookie)).toBeLessThanOrEqual(Date.now() + 0.5 * dayMs);
      await store.age(cookie, { createdMs: 30 * dayMs + 1, usedMs: 0 });
      expect((await service.withSession(me, cookie)).status).toBe(401);
    });

    it('A logout concurrent with refreshes always deletes the session', async () => {
      for (let round = 0; round < sampleSize(2, 20); round++) {
        const { cookie } = await service.signIn();
        await store.age(cookie, { createdMs: dayMs, usedMs: dayMs });
        const uses = Array.from({ length: 5 }, () => service.withSession(me, cookie));
        await Promise.all([...uses, service.withSession(logout, cookie, { method: 'POST' })]);
        expect(await store.read(cookie)).toBeUndefined();
      }
    });
  });

  it('Redis stores sessions under a hash and does not contain the cookie value', async () => {
    const { cookie } = await service.signIn();
    expect(await store.read(cookie)).toBeDefined();
    expect(await store.allContent()).not.toContain(cookie.slice('svc_session='.length));
  });

  itInFullLevel('The session cookie is Secure in production', async () => {
    const production = await AuthService.start({
      NODE_ENV: 'production',
      SVC_MASTER_KEY: '8f3a51c07be2d6944e1f0a6b97c835dd2714e8b05fa9613c4d70fe8219b6ca53',
      SVC_MAIL_FROM: 'no-reply@example.com',
      SVC_ALLOW_PLAINTEXT: 'postgres,redis,smtp',
    });
    const { response } = await production.signIn();
    expect(setCookie(response).slice(1).sort()).toEqual([...attributes].sort());
    await production.stop();
  });

  describe('POST /v1/auth/logout', () => {
    it.each([
      ['no cookie', {}],
      ['a cookie of another kind', { cookie: 'theme=dark' }],
      ['an invalid session cookie', { cookie: 'svc_session=nonsense', 'sec-fetch-site': 'same-origin' }],
    ])('Logout with %s returns 204', async (_, headers: Record<string, string>) => {
      const { status, text } = await service.call(logout, { method: 'POST', headers });
      expect({ status, text }).toEqual({ status: 204, text: '' });
    });

    it('Logout ends one session and leaves the other sessions of the user active', async () => {
      const { cookie, response } = await service.signIn();
      const second = await service.signIn(response.body.data.user?.email);
      await service.withSession(logout, cookie, { method: 'POST' });
      expect((await service.withSession(me, second.cookie)).status).toBe(200);
    });
  });

  describe('GET /v1/auth/me', () => {
    it('GET /v1/auth/me with a session returns the same user and organization as verify', async () => {
      const { response, cookie } = await service.signIn();
      const { status, body } = await service.withSession(me, cookie);
      expect({ status, data: body.data }).toEqual({ status: 200, data: response.body.data });
    });

    it.each(tiers)('GET /v1/auth/me with a key of the %s tier returns 200 with a null user', async (tier) => {
      const organization = `Me ${tier} ${Date.now()}`;
      const { key, key_id, organization_id } = await bootstrap({ tier, organization });
      const { status, body } = await new ApiClient(service.url, key).call<IdentityRecord>(me);
      expect(status).toBe(200);
      expect(body.data).toEqual({
        user: null,
        organization: { organization_id, name: organization, plan_tier: 'growth' },
        organization_id,
        plan_tier: 'growth',
        scopes: ['*'],
        auth: { method: 'api_key', tier, key_id, expires_at: null },
      });
    });

    it.each([
      ['no credential', {}],
      ['an unknown cookie', { cookie: `svc_session=${'A'.repeat(43)}` }],
      ['a malformed cookie', { cookie: 'svc_session=%00' }],
      ['an empty cookie', { cookie: 'svc_session=' }],
      ['Basic authentication', { authorization: 'Basic dTpw' }],
    ])('GET /v1/auth/me with %s gets 401 authentication_required', async (_, headers: Record<string, string>) => {
      const response = await service.call(me, { headers });
      expect(response).toMatchObject({ status: 401, body: { error: 'authentication_required' } });
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
    });
  });

  describe('identity', () => {
    it('Sessions and API keys both provide organization_id, plan_tier and scopes', async () => {
      const { cookie } = await service.signIn();
      const { key } = await bootstrap();
      const bySession = await service.withSession(me, cookie);
      const byKey = await new ApiClient(service.url, key).call<IdentityRecord>(me);
      for (const { body } of [bySession, byKey]) {
        expect(body.data).toMatchObject({
          organization_id: expect.any(String) as string,
          plan_tier: expect.any(String) as string,
        });
        expect(body.data.scopes.length).toBeGreaterThan(0);
      }
      expect(bySession.body.data.scopes).toHaveLength(6);
    });

    it('Of several session cookies, the one with a valid session is used, and a logout ends all of them', async () => {
      const { cookie } = await service.signIn();
      const { cookie: other } = await service.signIn();
      const ended = `svc_session=${'x'.repeat(43)}`;
      for (const cookies of [`${ended}; ${cookie}`, `${cookie}; ${ended}`, `__Host-${ended}; a=b; ${cookie}`])
        expect((await service.withSession(me, cookies)).status).toBe(200);
      const many = Array.from({ length: 9 }, (_, index) => `svc_session=${index}`).join('; ');
      expect((await service.withSession(me, `${many}; ${cookie}`)).status).toBe(401);
      await service.withSession(logout, `${ended}; ${cookie}; ${other}`, { method: 'POST' });
      for (const one of [cookie, other]) expect((await service.withSession(me, one)).status).toBe(401);
    });

    it('A Bearer key takes precedence over a cookie, even if the key is invalid', async () => {
      const { cookie } = await service.signIn();
      const { key, organization_id } = await bootstrap();
      const both = await new ApiClient(service.url, key).call<IdentityRecord>(me, { headers: { cookie } });
      expect(both.body.data).toMatchObject({ user: null, organization_id });
      const bad = await new ApiClient(service.url, `sk_test_${'0'.repeat(64)}`).call(me, { headers: { cookie } });
      expect(bad).toMatchObject({ status: 401, body: { error: 'invalid_or_revoked_api_key' } });
    });

    it('A session can create, read, cancel and stream simulations, but only those of its organization', async () => {
      const { cookie, response } = await service.signIn();
      const body = { workflow_id: workflowId, agent_count: 5 };
      const created = await service.withSession<{ id: string }>('/v1/simulations', cookie, {
        method: 'POST',
        json: body,
      });
      expect(created.status).toBe(202);
      const path = `/v1/simulations/${created.body.data.id}`;
      expect((await service.withSession(path, cookie)).status).toBe(200);
      // A browser's EventSource sends cookies and no other header.
      await service.withSession(`${path}/cancel`, cookie, { method: 'POST' });
      const events = await service.withSession(`${path}/events`, cookie);
      expect(events.text).toContain('event: done');
      const otherUser = await service.signIn();
      for (const hidden of [path, `${path}/events`]) {
        expect((await service.withSession(hidden, otherUser.cookie)).status).toBe(404);
      }
      expect(response.body.data.auth.tier).toBe('sandbox');
    });
  });

  describe('tier', () => {
    const tierOf = async (cookie: string, tier?: string) =>
      (await service.withSession(me, cookie, { headers: tier === undefined ? {} : { 'svc-tier': tier } })).body.data
        .auth.tier;

    it('A session uses the tier of the plan, immediately after plan changes too, unless Svc-Tier names a tier', async () => {
      const { cookie, response } = await service.signIn();
      expect([await tierOf(cookie), await tierOf(cookie, 'live'), await tierOf(cookie, 'sandbox')]).toEqual([
        'sandbox',
        'live',
        'sandbox',
      ]);
      await setPlan(response.body.data.organization_id, 'growth');
      expect([await tierOf(cookie), await tierOf(cookie, 'live'), await tierOf(cookie, 'sandbox')]).toEqual([
        'live',
        'live',
        'sandbox',
      ]);
      await setPlan(response.body.data.organization_id, 'sandbox');
      expect(await tierOf(cookie)).toBe('sandbox');
    });

    it('A session does not find a simulation of one tier in the other tier', async () => {
      const { cookie } = await service.signIn();
      const json = { workflow_id: workflowId, agent_count: 5 };
      const live = { 'svc-tier': 'live' };
      const { body } = await service.withSession<{ id: string }>('/v1/simulations', cookie, {
        method: 'POST',
        json,
        headers: live,
      });
      const path = `/v1/simulations/${body.data.id}`;
      expect((await service.withSession(path, cookie, { headers: live })).status).toBe(200);
      expect((await service.withSession(path, cookie)).status).toBe(404);
    });

    it.each(['Live', 'production', '', 'live, sandbox'])(
      'A request with the invalid Svc-Tier %j gets 400 validation_error',
      async (tier) => {
        const { cookie } = await service.signIn();
        const response = await service.withSession(me, cookie, { headers: { 'svc-tier': tier } });
        expect(response).toMatchObject({
          status: 400,
          body: { error: 'validation_error', meta: { issues: [{ path: 'Svc-Tier' }] } },
        });
      },
    );

    it('A key with the Svc-Tier of the other tier gets 400 tier_mismatch, and with its own tier it works', async () => {
      for (const [tier, other] of [
        ['sandbox', 'live'],
        ['live', 'sandbox'],
      ] as const) {
        const { key } = await bootstrap({ tier });
        const api = new ApiClient(service.url, key);
        expect(await api.call(me, { headers: { 'svc-tier': other } })).toMatchObject({
          status: 400,
          body: { error: 'tier_mismatch' },
        });
        expect((await api.call(me, { headers: { 'svc-tier': tier } })).status).toBe(200);
        const invalid = await api.call(me, { headers: { 'svc-tier': 'x' } });
        expect(invalid.body.error).toBe('validation_error');
      }
    });
  });

  describe('the rate limit of requests that are rejected after authentication', () => {
    const remaining = ({ headers }: ApiResponse) =>
      Number(/^"plan";r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1]);
    const crossSite = { 'sec-fetch-site': 'cross-site' };

    it('Requests of a key with a wrong Svc-Tier count against the rate limit and report it', async () => {
      const api = new ApiClient(service.url, (await bootstrap({ tier: 'sandbox', plan: 'sandbox' })).key);
      const responses = [
        await api.call(me),
        await api.call(me, { headers: { 'svc-tier': 'live' } }),
        await api.call(me, { headers: { 'svc-tier': 'x' } }),
        await api.call(me),
      ];
      expect(responses.map(({ status }) => status)).toEqual([200, 400, 400, 200]);
      expect(responses.map(remaining)).toEqual([59, 58, 57, 56]);
    });

    it('Requests of a session that get csrf_rejected or have a wrong Svc-Tier count against the rate limit and report it', async () => {
      const { cookie } = await service.signIn();
      const sendCrossSite = () =>
        service.withSession('/v1/simulations', cookie, { method: 'POST', headers: crossSite });
      const responses = [
        await service.withSession(me, cookie),
        await sendCrossSite(),
        await service.withSession(me, cookie, { headers: { 'svc-tier': 'x' } }),
      ];
      expect(responses.map(({ status }) => status)).toEqual([200, 403, 400]);
      expect(responses.map(remaining)).toEqual([59, 58, 57]);
      await Promise.all(Array.from({ length: 57 }, sendCrossSite));
      expect(await sendCrossSite()).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
    });
  });

  describe('CSRF protection', () => {
    const create = (headers: Record<string, string>) =>
      service.call('/v1/simulations', { method: 'POST', json: { workflow_id: workflowId, agent_count: 1 }, headers });

    it.each<[string, (url: string) => Record<string, string>, number]>([
      ['no origin header', () => ({}), 403],
      ['Sec-Fetch-Site: same-origin', () => ({ 'sec-fetch-site': 'same-origin' }), 202],
      ['Sec-Fetch-Site: cross-site', () => ({ 'sec-fetch-site': 'cross-site' }), 403],
      ['Sec-Fetch-Site: same-site', () => ({ 'sec-fetch-site': 'same-site' }), 403],
      ['the Origin of the service', (url) => ({ origin: url }), 202],
      ['the Origin of the frontend', () => ({ origin: 'https://app.example.test' }), 202],
      ['another Origin', () => ({ origin: 'https://evil.example' }), 403],
      ['the Origin null', () => ({ origin: 'null' }), 403],
    ])(
      'A POST with a session cookie and %s is accepted only if it comes from the service or its frontend',
      async (_, originHeaders, expected) => {
        const { cookie } = await service.signIn();
        const { status, body } = await create({ cookie, ...originHeaders(service.url) });
        expect(status).toBe(expected);
        expect(body.error).toBe(expected === 403 ? 'csrf_rejected' : undefined);
      },
    );

    it('A cross-site request with an invalid cookie gets 401 rather than csrf_rejected', async () => {
      const response = await create({ cookie: `svc_session=${'A'.repeat(43)}`, 'sec-fetch-site': 'cross-site' });
      expect(response).toMatchObject({ status: 401, body: { error: 'authentication_required' } });
    });

    it('A cross-site logout gets 403 csrf_rejected, and the session stays active', async () => {
      const { cookie } = await service.signIn();
      const response = await service.call(logout, {
        method: 'POST',
        headers: { cookie, origin: 'https://evil.example' },
      });
      expect(response).toMatchObject({ status: 403, body: { error: 'csrf_rejected' } });
      expect(response.headers.getSetCookie()).toEqual([]);
      expect((await service.withSession(me, cookie)).status).toBe(200);
    });

    it('A cross-site logout without a cookie does not clear the cookie', async () => {
      const response = await service.call(logout, { method: 'POST', headers: { origin: 'https://evil.example' } });
      expect(response.headers.getSetCookie()).toEqual([]);
    });

    it('A rejected cross-site request does not extend the session', async () => {
      const { cookie } = await service.signIn();
      await store.age(cookie, { createdMs: dayMs, usedMs: dayMs });
      const before = await store.read(cookie);
      await create({ cookie, 'sec-fetch-site': 'cross-site' });
      expect(await store.read(cookie)).toEqual(before);
    });

    it('A request with a Bearer key needs no origin header because browsers do not add keys automatically', async () => {
      const { key } = await bootstrap();
      expect((await createSimulation(new ApiClient(service.url, key), { agent_count: 1 })).status).toBe(202);
    });

    it('A cross-site form cannot sign a user in because verify accepts only JSON', async () => {
      const headers = { 'x-forwarded-for': newAddress(), 'content-type': 'text/plain', origin: 'https://evil.example' };
      const raw = '{"token":"x"}';
      expect((await service.call('/v1/auth/magic-link/verify', { method: 'POST', raw, headers })).status).toBe(415);
    });
  });
});
