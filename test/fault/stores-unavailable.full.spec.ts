import { ApiClient } from '../support/api-client.js';
import { bootstrapKey } from '../support/bootstrap-key.js';
import { FaultyStores, waitForRecovery } from '../support/faults/faulty-stores.js';
import { callerWithScopes, revokeKey } from '../support/keys.js';
import { PostgresProxy } from '../support/postgres-proxy.js';
import { createSimulation, finished } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import type { TcpProxy, Mode } from '../support/tcp-proxy.js';
import { untilAvailable } from '../support/until-available.js';
import { waitUntil } from '../support/wait-until.js';

/** The connection pools of the API and of the worker, and the worker's subscription to notifications. */
const maxConnections = 2 * 20 + 1;

describe('unavailable stores', () => {
  let service: FaultyStores;
  let redis: TcpProxy;
  let sandbox: ApiClient;
  let live: ApiClient;
  let startingDatabase: PostgresProxy;
  /** URL of another API process. */
  let other: string;
  let connectionLost: boolean;

  beforeAll(async () => {
    service = await FaultyStores.start();
    ({ redis } = service);
    ({ sandbox, live } = service.callers);
    await startOther();
  });
  /** Starts a process that loses its connection to the sandbox database while it starts. */
  async function startOther(): Promise<void> {
    startingDatabase = await PostgresProxy.start(service.bed.servers.sandboxDatabaseUrl);
    startingDatabase.setBreakpoint({
      statement: 'FROM workflow_definitions WHERE digest',
      moment: 'before',
      action: () => startingDatabase.cut(),
    });
    other = (await service.bed.startApi({ ...service.urls, SANDBOX_DATABASE_URL: startingDatabase.url })).url;
    connectionLost = startingDatabase.clearBreakpoint().wasReached;
  }

  afterAll(async () => {
    await service.stop();
    await startingDatabase.stop();
  });
  afterEach(() => service.recover());

  it('While Redis is unavailable, requests with API keys work, and each process enforces the rate limits separately', async () => {
    const options = { tier: 'sandbox', plan: 'sandbox', organization: 'Limited' } as const;
    const { key } = await bootstrapKey(service.bed.servers, options);
    const limited = new ApiClient(sandbox.url, key);
    redis.set('refuse');
    const responses = await Promise.all([sandbox.call('/v1/usage'), live.call('/v1/usage')]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const remaining: (string | undefined)[] = [];
    for (let request = 0; request < 60; request++) {
      const { headers } = await limited.call('/v1/usage');
      remaining.push(/^"plan";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '')?.[1]);
    }
    expect(remaining).toEqual(remaining.map((_, request) => String(59 - request)));
    expect(await limited.call('/v1/usage')).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
    expect((await new ApiClient(other, key).call('/v1/usage')).status).toBe(200);
  });

  it('While Redis is unavailable, simulations are accepted and run', async () => {
    redis.set('refuse');
    const create = () => untilAvailable(() => createSimulation(sandbox, { agent_count: 10 }));
    const created = await Promise.all(Array.from({ length: 5 }, create));
    expect(created.map(({ status }) => status)).toEqual(created.map(() => 202));
    for (const { body } of created) {
      expect(await finished(sandbox, body.data.id, 60_000)).toMatchObject({ status: 'completed' });
    }
  });

  it('A key revoked while Redis is unavailable is rejected immediately and after Redis recovers with its old cache', async () => {
    const caller = await callerWithScopes(sandbox, ['keys:read']);
    expect((await caller.call('/v1/api-keys')).status).toBe(200);
    redis.set('refuse');
    expect((await revokeKey(sandbox, caller.keyId)).status).toBe(200);
    expect((await caller.call('/v1/api-keys')).status).toBe(401);
    redis.set('pass');
    await waitForRecovery(sandbox);
    expect((await caller.call('/v1/api-keys')).status).toBe(401);
  });

  it('Creates during dropped database connections get 202 or 503, never 500', async () => {
    const sql = sqlOf(service.bed.servers.sandboxDatabaseOwnerUrl);
    const statuses = new Set<number>();
    for (let round = 0; round < 5; round++) {
      const requests = Array.from({ length: 10 }, () => createSimulation(sandbox, { agent_count: 1 }));
      await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`);
      for (const { status } of await Promise.all(requests)) statuses.add(status);
    }
    expect([...statuses].filter((status) => status !== 202 && status !== 503)).toEqual([]);
  });

  it('A process that loses a database while it starts connects again and starts', async () => {
    expect(connectionLost).toBe(true);
    expect((await new ApiClient(other, sandbox.key).call('/v1/usage')).status).toBe(200);
  });

  const use = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, () => sandbox.call('/v1/usage')))).map(({ status }) => status);

  it('While Redis hangs, requests with API keys work, the connection is closed, and no more requests are sent on it', async () => {
    redis.set('hang');
    const first = await Promise.all([sandbox.call('/v1/usage'), live.call('/v1/usage')]);
    expect(first.map(({ status }) => status)).toEqual([200, 200]);
    expect(redis.heldRequestText).toContain('identity:');
    await waitForClosedConnection();
    redis.set('hang');
    expect(await use(50)).toEqual(Array<number>(50).fill(200));
    expect(redis.heldRequestText).not.toContain('identity:');
  });

  /** Repeats a call until it has no connection to Redis. */
  async function waitForClosedConnection(): Promise<void> {
    do {
      redis.set('hang');
      await sandbox.call('/v1/usage');
    } while (redis.heldRequestText.includes('identity:'));
  }

  it('While the sandbox database is unavailable, 300 pending mirror messages do not block live simulations', async () => {
    service.databases.sandbox.set('refuse');
    const sql = sqlOf(service.bed.servers.liveDatabaseUrl);
    await sql(`INSERT INTO outbox_messages (kind, payload)
      SELECT 'organization.changed', json_build_object('organization_id', id)
      FROM organizations, generate_series(1, 300)`);
    const { body } = await createSimulation(live, { agent_count: 10 });
    expect(await finished(live, body.data.id)).toMatchObject({ status: 'completed' });
    service.databases.sandbox.set('pass');
    const waiting = () => sql('SELECT 1 FROM outbox_messages LIMIT 1');
    await waitUntil('the outbox is empty', async () => (await waiting()).length === 0);
  });

  it.each<['sandbox' | 'live', Mode]>([
    ['sandbox', 'refuse'],
    ['live', 'refuse'],
    ['live', 'hang'],
    ['sandbox', 'hang'],
  ])(
    'While the %s database is unavailable (%s), its tier gets 503 with limited connections, and the other tier works',
    async (tier, mode) => {
      const database = service.databases[tier];
      const [unavailable, served] = [service.callers[tier], service.callers[tier === 'live' ? 'sandbox' : 'live']];
      database.set(mode);
      for (let round = 0; round < 2; round++) {
        const responses = await Promise.all(Array.from({ length: 60 }, () => unavailable.call('/v1/usage')));
        expect(responses.map(({ status, body }) => `${status} ${body.error}`)).toEqual(
          Array<string>(60).fill('503 service_unavailable'),
        );
        expect(responses[0]?.headers.get('retry-after')).not.toBeNull();
      }
      expect(database.maxConnections).toBeLessThanOrEqual(maxConnections);
      expect((await served.call('/v1/usage')).status).toBe(200);
      const { body } = await createSimulation(served, { agent_count: 10 });
      expect(await finished(served, body.data.id)).toMatchObject({ status: 'completed' });
      // The result of an earlier check is valid for a second.
      await waitUntil('the service is not ready', async () => (await served.call('/readyz')).status === 503);
      expect((await served.call('/livez')).status).toBe(200);
    },
  );
});
