import { ApiClient } from '../support/api-client.js';
import { bootstrapKey } from '../support/bootstrap-key.js';
import { callerWithScopes, revokeKey } from '../support/keys.js';
import { TestBed, type Settings } from '../support/test-bed.js';
import { createSimulation, finished } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { TcpProxy, type Mode } from '../support/tcp-proxy.js';
import { waitUntil } from '../support/wait-until.js';

/** The pools of the API and of the worker, and the worker's ear for notifications. */
const mostConnections = 2 * 20 + 1;

describe('while a store is away', () => {
  let bed: TestBed;
  let redis: TcpProxy;
  let sandboxDatabase: TcpProxy;
  let liveDatabase: TcpProxy;
  let sandbox: ApiClient;
  let settings: Settings;
  let live: ApiClient;

  beforeAll(async () => {
    bed = await TestBed.start();
    redis = await TcpProxy.start(bed.servers.redisUrl);
    sandboxDatabase = await TcpProxy.start(bed.servers.sandboxDatabaseUrl);
    liveDatabase = await TcpProxy.start(bed.servers.liveDatabaseUrl);
    settings = {
      REDIS_URL: redis.url,
      SANDBOX_DATABASE_URL: sandboxDatabase.url,
      LIVE_DATABASE_URL: liveDatabase.url,
    };
    const { url } = await bed.startApi(settings);
    await bed.startWorker(settings);
    sandbox = await bed.newCaller(url, 'Away', 'sandbox');
    live = await bed.newCaller(url, 'Away', 'live');
  });
  afterAll(async () => {
    await bed.stop();
    await Promise.all([redis.stop(), sandboxDatabase.stop(), liveDatabase.stop()]);
  });
  afterEach(async () => {
    for (const store of [redis, sandboxDatabase, liveDatabase]) store.set('pass');
    await Promise.all([well(sandbox), well(live)]);
  });

  /** The service heals without a restart. */
  async function well(api: ApiClient): Promise<void> {
    await waitUntil('the service is well again', async () => {
      const responses = await Promise.all([api.call('/v1/usage'), api.call('/readyz')]);
      return responses.every(({ status }) => status === 200);
    });
  }

  it.each<[Mode]>([['refuse'], ['hang']])('Redis (%s): Bearer calls go on', async (mode) => {
    redis.set(mode);
    const first = await Promise.all([sandbox.call('/v1/usage'), live.call('/v1/usage')]);
    expect(first.map(({ status }) => status)).toEqual([200, 200]);
    const responses = await Promise.all(Array.from({ length: 50 }, () => sandbox.call('/v1/usage')));
    expect(responses.map(({ status }) => status)).toEqual(Array<number>(50).fill(200));
  });

  it('Redis (hang): a connection that has fallen silent is given up, and nothing is asked of it any more', async () => {
    redis.set('hang');
    await sandbox.call('/v1/usage');
    expect(redis.heldRequestText).toContain('identity:');
    await givenUp();
    redis.set('hang');
    await Promise.all(Array.from({ length: 50 }, () => sandbox.call('/v1/usage')));
    expect(redis.heldRequestText).not.toContain('identity:');
  });

  /** A call finds no connection to send anything on. */
  async function givenUp(): Promise<void> {
    do {
      redis.set('hang');
      await sandbox.call('/v1/usage');
    } while (redis.heldRequestText.includes('identity:'));
  }

  it('Redis: limits go on, counted by each process for itself', async () => {
    const wanted = { tier: 'sandbox', plan: 'sandbox', organization: 'Limited' } as const;
    const { key } = await bootstrapKey(bed.servers, wanted);
    const limited = new ApiClient(sandbox.url, key);
    const other = await bed.startApi(settings);
    redis.set('refuse');
    const left: (string | undefined)[] = [];
    for (let request = 0; request < 60; request++) {
      const { headers } = await limited.call('/v1/usage');
      left.push(/^"plan";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '')?.[1]);
    }
    expect(left).toEqual(left.map((_, request) => String(59 - request)));
    expect(await limited.call('/v1/usage')).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
    expect((await new ApiClient(other.url, key).call('/v1/usage')).status).toBe(200);
    await bed.kill(other.child);
  });

  it('Redis: creates are accepted, and run before it is back', async () => {
    redis.set('refuse');
    const created = await Promise.all(Array.from({ length: 5 }, () => createSimulation(sandbox, { agent_count: 10 })));
    expect(created.map(({ status }) => status)).toEqual(created.map(() => 202));
    for (const { body } of created) {
      expect(await finished(sandbox, body.data.id, 60_000)).toMatchObject({ status: 'completed' });
    }
  });

  it('Redis: a revocation still holds when it has answered, also once Redis is back with what it knew', async () => {
    const doomed = await callerWithScopes(sandbox, ['keys:read']);
    expect((await doomed.call('/v1/api-keys')).status).toBe(200);
    redis.set('refuse');
    expect((await revokeKey(sandbox, doomed.keyId)).status).toBe(200);
    expect((await doomed.call('/v1/api-keys')).status).toBe(401);
    redis.set('pass');
    await well(sandbox);
    expect((await doomed.call('/v1/api-keys')).status).toBe(401);
  });

  it('the sandbox database: whatever waits for its mirror, live simulations run', async () => {
    sandboxDatabase.set('refuse');
    const sql = sqlOf(bed.servers.liveDatabaseUrl);
    await sql(`INSERT INTO outbox_messages (kind, payload)
      SELECT 'organization.changed', json_build_object('organization_id', id)
      FROM organizations, generate_series(1, 300)`);
    const { body } = await createSimulation(live, { agent_count: 10 });
    expect(await finished(live, body.data.id)).toMatchObject({ status: 'completed' });
    sandboxDatabase.set('pass');
    const waiting = () => sql('SELECT 1 FROM outbox_messages LIMIT 1');
    await waitUntil('the outbox is empty', async () => (await waiting()).length === 0);
  });

  it('a connection that the database drops is 503 or nothing at all, never 500', async () => {
    const sql = sqlOf(bed.servers.sandboxDatabaseUrl);
    const seen = new Set<number>();
    for (let round = 0; round < 15; round++) {
      const requests = Array.from({ length: 10 }, () => createSimulation(sandbox, { agent_count: 1 }));
      await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`);
      for (const { status } of await Promise.all(requests)) seen.add(status);
    }
    expect([...seen].filter((status) => status !== 202 && status !== 503)).toEqual([]);
  });

  it.each<[string, Mode]>([
    ['live', 'refuse'],
    ['live', 'hang'],
    ['sandbox', 'refuse'],
    ['sandbox', 'hang'],
  ])('the %s database (%s): the other tier serves; this one answers 503, and nothing piles up', async (tier, mode) => {
    const [away, served, gone] = tier === 'live' ? [liveDatabase, sandbox, live] : [sandboxDatabase, live, sandbox];
    away.set(mode);
    for (let round = 0; round < 2; round++) {
      const responses = await Promise.all(Array.from({ length: 60 }, () => gone.call('/v1/usage')));
      expect(responses.map(({ status, body }) => `${status} ${body.error}`)).toEqual(
        Array<string>(60).fill('503 service_unavailable'),
      );
      expect(responses[0]?.headers.get('retry-after')).not.toBeNull();
    }
    expect(away.maxConnections).toBeLessThanOrEqual(mostConnections);
    expect((await served.call('/v1/usage')).status).toBe(200);
    const { body } = await createSimulation(served, { agent_count: 10 });
    expect(await finished(served, body.data.id)).toMatchObject({ status: 'completed' });
    expect((await served.call('/readyz')).status).toBe(503);
    expect((await served.call('/livez')).status).toBe(200);
  });
});
