import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient, type ApiResponse } from './api-client.js';
import { AuthService, cookieOf, newEmail, queryDatabase, type IdentityRecord } from './auth-service.js';
import { bootstrap, runFile } from './shared-service.js';
import { TcpProxy, type Mode } from './tcp-proxy.js';
import { waitUntil } from './wait-until.js';

const me = '/v1/auth/me';

/** An API process on the stores of the shared instance, which tests make unavailable for this process only. */
export class UnavailableStores {
  private constructor(
    readonly service: AuthService,
    readonly redis: TcpProxy,
    readonly sandbox: TcpProxy,
    readonly live: TcpProxy,
  ) {}

  static async start(): Promise<UnavailableStores> {
    const run = runFile();
    const redis = await TcpProxy.start(run.redis_url);
    const sandbox = await TcpProxy.start(run.sandbox_database_url);
    const live = await TcpProxy.start(run.live_database_url);
    const service = await AuthService.start({
      REDIS_URL: redis.url,
      SANDBOX_DATABASE_URL: sandbox.url,
      LIVE_DATABASE_URL: live.url,
    });
    return new UnavailableStores(service, redis, sandbox, live);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await Promise.all(this.proxies.map((proxy) => proxy.stop()));
  }

  /** Makes all stores available again, and waits until the service is ready. */
  async restore(): Promise<void> {
    for (const proxy of this.proxies) proxy.set('pass');
    // The result of a check is valid for a second, so that the first one may be from before the outage.
    await sleep(1_100);
    await waitUntil('the service is ready', async () => (await this.service.call('/readyz')).status === 200);
  }

  signUp(): Promise<ApiResponse<IdentityRecord>> {
    return this.service.post('/v1/auth/password/signup', {
      email: newEmail(),
      password: 'a quiet sentence',
      name: 'Ada',
      organization_name: 'Engines',
    });
  }

  private get proxies(): TcpProxy[] {
    return [this.redis, this.sandbox, this.live];
  }
}

/** Expects that without Redis, session requests get 503 and API keys work, and that sessions work again afterwards. */
export async function expectNoSessionsWithoutRedis({ service, redis }: UnavailableStores, mode: Mode): Promise<void> {
  const { cookie } = await service.signIn();
  const { key } = await bootstrap();
  redis.set(mode);
  const response = await service.withSession(me, cookie);
  expect(response).toMatchObject({ status: 503, body: { error: 'service_unavailable' } });
  expect((await service.withSession('/v1/auth/logout', cookie, { method: 'POST' })).status).toBe(503);
  expect((await new ApiClient(service.url, key).call(me)).status).toBe(200);
  expect((await service.call(me)).status).toBe(401);
  redis.set('pass');
  await waitUntil('the session works', async () => (await service.withSession(me, cookie)).status === 200);
}

/** Expects that without the sandbox database, sign-up and verify work, and that it has the organizations afterwards. */
export async function expectSignInWithoutSandbox(stores: UnavailableStores, mode: Mode): Promise<void> {
  const { service, sandbox } = stores;
  const token = await service.newToken(newEmail());
  sandbox.set(mode);
  const responses = [await stores.signUp(), await service.verify(token)];
  expect(responses.map(({ status }) => status)).toEqual([201, 200]);
  for (const response of responses) expect((await service.withSession(me, cookieOf(response))).status).toBe(200);
  sandbox.set('pass');
  // The worker of the shared instance does not use the proxy.
  for (const { body } of responses) {
    const query = 'SELECT 1 FROM organizations WHERE id = $1';
    const mirrored = () => queryDatabase('sandbox', query, [body.data.organization_id]);
    await waitUntil('the organization is mirrored', async () => (await mirrored()).length === 1);
  }
}

/** Expects that without the live database, sign-in gets 503, and that a session can use the sandbox tier. */
export async function expectSandboxWithoutLive({ service, live }: UnavailableStores, mode: Mode): Promise<void> {
  const { cookie } = await service.signIn();
  const token = await service.newToken(newEmail());
  live.set(mode);
  const usage = (headers: Record<string, string> = {}) => service.withSession('/v1/usage', cookie, { headers });
  const [verified, named, byPlan, inLive] = await Promise.all([
    service.verify(token),
    usage({ 'svc-tier': 'sandbox' }),
    usage(),
    usage({ 'svc-tier': 'live' }),
  ]);
  expect([named.status, byPlan.status]).toEqual([200, 200]);
  expect([verified.body.error, inLive.body.error]).toEqual(['service_unavailable', 'service_unavailable']);
}
