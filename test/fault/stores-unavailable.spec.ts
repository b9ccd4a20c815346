import { ApiClient } from '../support/api-client.js';
import { bootstrapKey } from '../support/bootstrap-key.js';
import { FaultyStores, waitForRecovery } from '../support/faults/faulty-stores.js';
import { callerWithScopes, revokeKey } from '../support/keys.js';
import { PostgresProxy } from '../support/postgres-proxy.js';
import { createSimulation, finished } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import type { TcpProxy } from '../support/tcp-proxy.js';
import { untilAvailable } from '../support/until-available.js';

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

  it('While the sandbox database is unavailable (refuse), its tier gets 503 with limited connections, and the other tier works', () =>
    service.expectOtherTierToWork('sandbox', 'refuse'));
});
