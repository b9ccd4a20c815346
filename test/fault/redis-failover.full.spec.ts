import { randomUUID } from 'node:crypto';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import { cookieOf } from '../support/auth-service.js';
import { newAddress } from '../support/new-address.js';
import { hasReplicas, RedisPair, serviceConnections } from '../support/redis-pair.js';
import { createSimulation, finished } from '../support/simulations.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { TestBed } from '../support/test-bed.js';
import { waitUntil } from '../support/wait-until.js';

const me = '/v1/auth/me';
const password = 'a quiet sentence';

/** API and worker use the primary through one address, which leads to the new primary after a failover. */
const describeWithReplicas = hasReplicas() ? describe : describe.skip;

describeWithReplicas('a failover of Redis (skipped without an installed redis-server or valkey-server)', () => {
  let bed: TestBed;
  let pair: RedisPair;
  let address: TcpProxy;
  let visitor: ApiClient;
  let caller: ApiClient;
  let email: string;
  let cookie: string;
  /** Statuses of all requests of a test, which must not contain 500. */
  let statuses: Set<number>;

  beforeAll(async () => {
    [bed, pair] = await Promise.all([TestBed.start({ SVC_TRUSTED_PROXIES: 'loopback' }), RedisPair.start()]);
    address = await TcpProxy.start(pair.primaryUrl);
    const [{ url }] = await Promise.all([
      bed.startApi({ REDIS_URL: address.url }),
      bed.startWorker({ REDIS_URL: address.url }),
    ]);
    visitor = new ApiClient(url);
    caller = await bed.newCaller(url);
  });
  afterAll(async () => {
    await bed.stop();
    await address.stop();
    await pair.stop();
  });

  beforeEach(async () => {
    statuses = new Set();
    email = `person-${randomUUID()}@example.com`;
    const names = { name: 'Ada', organization_name: 'Engines' };
    const response = await postFromNewAddress('signup', { email, password, ...names });
    cookie = cookieOf(response);
    await waitUntil('the session works', async () => (await withSession(me)).status === 200);
  });

  const counted = async (request: Promise<ApiResponse>) => {
    const response = await request;
    statuses.add(response.status);
    return response;
  };
  const withSession = (path: string) =>
    counted(visitor.call(path, { headers: { cookie, 'sec-fetch-site': 'same-origin' } }));
  const signIn = () => counted(postFromNewAddress('login', { email, password }));
  const postFromNewAddress = (name: string, json: object) =>
    visitor.call(`/v1/auth/password/${name}`, { method: 'POST', json, headers: { 'x-forwarded-for': newAddress() } });
  const cacheStatus = async () => {
    const { body } = await visitor.call<{ components: { cache: { status: string } } }>('/v1/status');
    return body.data.components.cache.status;
  };
  const isReady = async () => (await visitor.call('/readyz')).status === 200;

  it('After a failover, all connections move to the new primary, so that sessions, sign-in and simulations work without a restart', async () => {
    const before = await serviceConnections(pair.primary);
    expect(new Set(before)).toEqual(new Set(['service', 'bull', 'bull-client', 'bull-subscriber']));
    await pair.failOver();
    address.redirectTo(pair.primaryUrl);
    await waitUntil('a user can sign in', async () => (await signIn()).status === 200);
    await waitUntil('the session works', async () => (await withSession(me)).status === 200);
    await waitUntil('no connection to the old primary', async () => {
      return (await serviceConnections(pair.replica)).length === 0;
    });
    await waitUntil('all connections to the new primary', async () => {
      return (await serviceConnections(pair.primary)).length === before.length;
    });
    const { body } = await createSimulation(caller, { agent_count: 10 });
    expect(await finished(caller, body.data.id)).toMatchObject({ status: 'completed' });
    await waitUntil('the service is ready', isReady);
    expect([...statuses].filter((status) => status === 500)).toEqual([]);
  });

  it('While the address leads to a replica, sign-in gets 503, the service is not ready, and API keys work', async () => {
    await pair.failOver();
    await waitUntil('the service is not ready', async () => !(await isReady()));
    expect((await signIn()).status).toBe(503);
    await waitUntil('the status is degraded', async () => (await cacheStatus()) === 'down');
    expect((await caller.call('/v1/usage')).status).toBe(200);
    address.redirectTo(pair.primaryUrl);
    await waitUntil('a user can sign in', async () => (await signIn()).status === 200);
    expect([...statuses].filter((status) => status === 500)).toEqual([]);
  });

  it('While the memory of Redis is full, sign-in gets 503, sessions can be read, and API keys work', async () => {
    await pair.primary.config('SET', 'maxmemory', '1');
    await waitUntil('the service is not ready', async () => !(await isReady()));
    expect((await signIn()).status).toBe(503);
    expect((await withSession(me)).status).toBe(200);
    expect((await caller.call('/v1/usage')).status).toBe(200);
    await pair.primary.config('SET', 'maxmemory', '0');
    await waitUntil('a user can sign in', async () => (await signIn()).status === 200);
    expect([...statuses].filter((status) => status === 500)).toEqual([]);
  });
});
