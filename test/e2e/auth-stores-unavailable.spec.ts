import { ApiClient } from '../support/api-client.js';
import { newEmail, queryDatabase, type AuthService, cookieOf } from '../support/auth-service.js';
import { rowsOf } from '../support/full-level.js';
import { bootstrap } from '../support/shared-service.js';
import type { Mode } from '../support/tcp-proxy.js';
import { UnavailableStores } from '../support/unavailable-stores.js';
import { waitUntil } from '../support/wait-until.js';

const me = '/v1/auth/me';
/** What a store does, in the words of the titles. */
const modes = rowsOf<[string, Mode]>([['is unavailable', 'refuse']], [['hangs', 'hang']]);

describe('sign-in and sessions while a store is unavailable', () => {
  let stores: UnavailableStores;
  let service: AuthService;

  beforeAll(async () => {
    stores = await UnavailableStores.start();
    ({ service } = stores);
  });
  afterAll(() => stores.stop());
  afterEach(() => stores.restore());

  it.each(modes)(
    'While Redis %s, session requests get 503 and API keys work, and sessions work again afterwards',
    async (_, mode) => {
      const { cookie } = await service.signIn();
      const { key } = await bootstrap();
      stores.redis.set(mode);
      const response = await service.withSession(me, cookie);
      expect(response).toMatchObject({ status: 503, body: { error: 'service_unavailable' } });
      expect((await service.withSession('/v1/auth/logout', cookie, { method: 'POST' })).status).toBe(503);
      expect((await new ApiClient(service.url, key).call(me)).status).toBe(200);
      expect((await service.call(me)).status).toBe(401);
      stores.redis.set('pass');
      await waitUntil('the session works', async () => (await service.withSession(me, cookie)).status === 200);
    },
  );

  it('A verify or sign-up that fails with 503 because Redis is unavailable changes nothing and can be repeated', async () => {
    const email = newEmail();
    const token = await service.newToken(email);
    const form = { email: newEmail(), password: 'a quiet sentence', name: 'Ada', organization_name: 'Engines' };
    stores.redis.set('refuse');
    expect((await service.verify(token)).body.error).toBe('service_unavailable');
    expect((await service.post('/v1/auth/password/signup', form)).body.error).toBe('service_unavailable');
    expect(await queryDatabase('live', 'SELECT 1 FROM users WHERE email IN ($1, $2)', [email, form.email])).toEqual([]);
    await stores.restore();
    expect((await service.verify(token)).status).toBe(200);
    expect((await service.post('/v1/auth/password/signup', form)).status).toBe(201);
  });

  it('While the sandbox database is unavailable, an unverified account is not verified without discarding its keys, and the link stays valid', async () => {
    const { body } = await stores.signUp();
    const email = body.data.user?.email ?? '';
    const token = await service.newToken(email);
    stores.sandbox.set('refuse');
    expect((await service.verify(token)).body.error).toBe('service_unavailable');
    const verified = 'SELECT 1 FROM users WHERE email = $1 AND email_verified_at IS NOT NULL';
    expect(await queryDatabase('live', verified, [email])).toEqual([]);
    await stores.restore();
    expect((await service.verify(token)).status).toBe(200);
  });

  it('The service sends sign-in links while Redis is unavailable', async () => {
    stores.redis.set('refuse');
    expect(await service.newToken(newEmail())).toMatch(/^[\w-]{43}$/);
  });

  it.each(modes)(
    'While the sandbox database %s, sign-up and verify work, and the outbox mirrors the organization afterwards',
    async (_, mode) => {
      const token = await service.newToken(newEmail());
      stores.sandbox.set(mode);
      const responses = [await stores.signUp(), await service.verify(token)];
      expect(responses.map(({ status }) => status)).toEqual([201, 200]);
      for (const response of responses) expect((await service.withSession(me, cookieOf(response))).status).toBe(200);
      stores.sandbox.set('pass');
      // The worker of the shared instance does not use the proxy.
      for (const { body } of responses) {
        const query = 'SELECT 1 FROM organizations WHERE id = $1';
        const mirrored = () => queryDatabase('sandbox', query, [body.data.organization_id]);
        await waitUntil('the organization is mirrored', async () => (await mirrored()).length === 1);
      }
    },
  );

  it.each(modes)(
    'While the live database %s, sign-in gets 503 and a session can use the sandbox tier',
    async (_, mode) => {
      const { cookie } = await service.signIn();
      const token = await service.newToken(newEmail());
      stores.live.set(mode);
      const usage = (headers: Record<string, string> = {}) => service.withSession('/v1/usage', cookie, { headers });
      const [verified, named, byPlan, inLive] = await Promise.all([
        service.verify(token),
        usage({ 'svc-tier': 'sandbox' }),
        usage(),
        usage({ 'svc-tier': 'live' }),
      ]);
      expect([named.status, byPlan.status]).toEqual([200, 200]);
      expect([verified.body.error, inLive.body.error]).toEqual(['service_unavailable', 'service_unavailable']);
    },
  );
});
