import pg from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { TestBed } from '../support/test-bed.js';
import { waitUntil } from '../support/wait-until.js';
import { createEndpoint, type EndpointRecord } from '../support/webhooks.js';

// A name that stands for nothing, anywhere.
const hooks = 'https://hooks.invalid/simulations';
const path = '/v1/webhook-endpoints';
const rounds = 30;

describe('what is done to one endpoint at once', () => {
  let bed: TestBed;
  let api: ApiClient;
  let db: pg.Client;

  beforeAll(async () => {
    bed = await TestBed.start();
    api = await bed.newCaller((await bed.startApi()).url);
    db = new pg.Client({ connectionString: bed.servers.sandboxDatabaseUrl });
    await db.connect();
  });
  afterAll(async () => {
    await db.end();
    await bed.stop();
  });

  const remove = (id: string) => api.call(`${path}/${id}`, { method: 'DELETE' });
  const rotate = (id: string) => api.call<EndpointRecord>(`${path}/${id}/rotate-secret`, { method: 'POST' });
  const read = (id: string) => api.call<EndpointRecord>(`${path}/${id}/secret`);

  /** How many transactions wait for a lock. */
  const waiting = async () => {
    const { rows } = await db.query<{ count: number }>(
      `SELECT count(DISTINCT pid)::int AS count FROM pg_locks WHERE NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) OR NOT granted AND locktype = 'transactionid'`,
    );
    return rows[0]?.count;
  };

  it.each([
    ['read', read],
    ['rotated', rotate],
  ])('an endpoint that is deleted while its secret is %s is not found', async (_, ask) => {
    const { id } = await createEndpoint(api, { url: hooks });
    await db.query('BEGIN');
    // Whoever has found the endpoint comes no further than to its secret.
    await db.query('LOCK TABLE webhook_secrets');
    const asked = ask(id);
    await waitUntil('it waits', async () => (await waiting()) === 1);
    await db.query('DELETE FROM webhook_endpoints WHERE id = $1', [id]);
    await db.query('DELETE FROM webhook_secrets WHERE owner = $1', [id]);
    await db.query('COMMIT');
    const { status, body } = await asked;
    expect([status, body.error]).toEqual([404, 'webhook_endpoint_not_found']);
    const { rows } = await db.query('SELECT FROM audit_entries WHERE subject = $1 AND action LIKE $2', [
      id,
      '%rotated',
    ]);
    expect(rows).toEqual([]);
  });

  /** Writes that much of what happens, without telling the endpoint. */
  const miss = (id: string, count: number) =>
    db.query(
      `INSERT INTO webhook_events (id, organization_id, type, body)
       SELECT 'evt_' || md5(id || number), organization_id, 'simulation.completed', '{}'
       FROM webhook_endpoints, generate_series(1, $2) AS number WHERE id = $1`,
      [id, count],
    );
  const redeliver = async (id: string) => {
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const response = await api.post<{ redelivered: number; has_more: boolean }>(`${path}/${id}/redeliver`, { since });
    if (response.status !== 202) throw new Error(`redeliver answered ${response.status}: ${response.text}`);
    return response.body.data;
  };
  const deliveriesOf = async (id: string) => {
    const { rows } = await db.query<{ deliveries: number; events: number }>(
      `SELECT count(*)::int AS deliveries, count(DISTINCT event_id)::int AS events FROM webhook_deliveries
       WHERE endpoint_id = $1 AND status = 'pending'`,
      [id],
    );
    return rows[0];
  };

  it('what it missed is delivered once, however many ask for it at once', async () => {
    const { id } = await createEndpoint(api, { url: hooks });
    await miss(id, 50);
    await db.query('BEGIN');
    // Nobody is done before all have begun.
    await db.query('LOCK TABLE outbox_messages IN SHARE MODE');
    const asked = Promise.all(Array.from({ length: 10 }, () => redeliver(id)));
    await waitUntil('all wait', async () => (await waiting()) === 10);
    await db.query('COMMIT');
    const responses = await asked;
    expect(await deliveriesOf(id)).toEqual({ deliveries: 50, events: 50 });
    expect(responses.reduce((total, { redelivered }) => total + redelivered, 0)).toBe(50);
  });

  it('one call sends so much again, and says when that was not all', async () => {
    const { id } = await createEndpoint(api, { url: hooks });
    await miss(id, 1_005);
    expect(await redeliver(id)).toEqual({ redelivered: 1_000, has_more: true });
    expect(await redeliver(id)).toEqual({ redelivered: 5, has_more: false });
    await db.query(`UPDATE webhook_deliveries SET status = 'failed' WHERE endpoint_id = $1`, [id]);
    expect(await redeliver(id)).toEqual({ redelivered: 1_000, has_more: true });
    expect(await redeliver(id)).toEqual({ redelivered: 5, has_more: false });
    expect(await deliveriesOf(id)).toEqual({ deliveries: 1_005, events: 1_005 });
  });

  it('what has no such name is not found', async () => {
    const since = new Date().toISOString();
    for (const id of ['we_%00', `we_${'0'.repeat(32)}`])
      expect((await api.post(`${path}/${id}/redeliver`, { since })).body.error).toBe('webhook_endpoint_not_found');
  });

  it('a secret is told that was there, or none, however reads, rotations and the deletion come', async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, secret } = await createEndpoint(api, { url: hooks });
      const [removed, reads, rotations] = await Promise.all([
        remove(id),
        Promise.all([read(id), read(id), read(id)]),
        Promise.all([rotate(id), rotate(id)]),
      ]);
      expect(removed.status).toBe(200);
      for (const { status } of [...reads, ...rotations]) expect([200, 404]).toContain(status);
      const rotated = rotations.filter(({ status }) => status === 200);
      // Written down in the transaction of the rotation: as many as were answered, and no more.
      const { rows } = await db.query('SELECT FROM audit_entries WHERE subject = $1 AND action LIKE $2', [
        id,
        '%rotated',
      ]);
      expect(rows).toHaveLength(rotated.length);
      const told = [secret, ...rotated.map(({ body }) => body.data.secret)];
      for (const { status, body } of reads) if (status === 200) expect(told).toContain(body.data.secret);
    }
  });
});
