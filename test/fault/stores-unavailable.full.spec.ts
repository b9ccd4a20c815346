import type { ApiClient } from '../support/api-client.js';
import { FaultyStores } from '../support/faults/faulty-stores.js';
import { createSimulation, finished } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import type { TcpProxy } from '../support/tcp-proxy.js';
import { waitUntil } from '../support/wait-until.js';

describe('unavailable stores', () => {
  let service: FaultyStores;
  let redis: TcpProxy;
  let sandbox: ApiClient;
  let live: ApiClient;

  beforeAll(async () => {
    service = await FaultyStores.start();
    ({ redis } = service);
    ({ sandbox, live } = service.callers);
  });
  afterAll(() => service.stop());
  afterEach(() => service.recover());

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

  it.each([
    ['live', 'refuse'],
    ['live', 'hang'],
    ['sandbox', 'hang'],
  ] as const)(
    'While the %s database is unavailable (%s), its tier gets 503 with limited connections, and the other tier works',
    (tier, mode) => service.expectOtherTierToWork(tier, mode),
  );
});
