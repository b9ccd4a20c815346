import { newEmail, queryDatabase, type AuthService } from '../support/auth-service.js';
import {
  expectNoSessionsWithoutRedis,
  expectSandboxWithoutLive,
  expectSignInWithoutSandbox,
  UnavailableStores,
} from '../support/unavailable-stores.js';

describe('sign-in and sessions while a store is unavailable', () => {
  let stores: UnavailableStores;
  let service: AuthService;

  beforeAll(async () => {
    stores = await UnavailableStores.start();
    ({ service } = stores);
  });
  afterAll(() => stores.stop());
  afterEach(() => stores.restore());

  it('While Redis is unavailable, session requests get 503 and API keys work, and sessions work again afterwards', () =>
    expectNoSessionsWithoutRedis(stores, 'refuse'));

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

  it('While the sandbox database is unavailable, sign-up and verify work, and the outbox mirrors the organization afterwards', () =>
    expectSignInWithoutSandbox(stores, 'refuse'));

  it('While the live database is unavailable, sign-in gets 503 and a session can use the sandbox tier', () =>
    expectSandboxWithoutLive(stores, 'refuse'));
});
