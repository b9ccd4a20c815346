import pg from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { TestBed } from '../support/test-bed.js';
import { waitUntil } from '../support/wait-until.js';
import { createEndpoint, type EndpointRecord } from '../support/webhooks.js';

// A host name that does not exist.
const url = 'https://hooks.invalid/simulations';
const path = '/v1/webhook-endpoints';
const rounds = 30;

describe('concurrent changes of one webhook endpoint', () => {
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

  /** Number of transactions that wait for a lock. */
  const waitingCount = async () => {
    const { rows } = await db.query<{ count: number }>(
      `SELECT count(DISTINCT pid)::int AS count FROM pg_locks WHERE NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) OR NOT granted AND locktype = 'transactionid'`,
    );
    return rows[0]?.count;
  };

  it.each([
    ['read', read],
    ['rotated', rotate],
  ])('An endpoint that is deleted while its secret is being %s gets 404', async (_, send) => {
    const { id } = await createEndpoint(api, { url });
    await db.query('BEGIN');
    // A request that has found the endpoint waits for its secret.
    await db.query('LOCK TABLE webhook_secrets');
    const pending = send(id);
    await waitUntil('the request waits', async () => (await waitingCount()) === 1);
    await db.query('DELETE FROM webhook_endpoints WHERE id = $1', [id]);
    await db.query('DELETE FROM webhook_secrets WHERE owner = $1', [id]);
    await db.query('COMMIT');
    const { status, body } = await pending;
    expect([status, body.error]).toEqual([404, 'webhook_endpoint_not_found']);
    const { rows } = await db.query('SELECT FROM audit_entries WHERE subject = $1 AND action LIKE $2', [
      id,
      '%rotated',
    ]);
    expect(rows).toEqual([]);
  });

  /** Writes this number of events without deliveries to the endpoint. */
  const addMissedEvents = (id: string, count: number) =>
    db.query(
      `INSERT INTO webhook_events (id, organization_id, type, body)
       SELECT 'evt_' || md5(id || number), organization_id, 'simulation.completed', '{}'
       FROM webhook_endpoints, generate_series(1, $2) AS number WHERE id = $1`,
      [id, count],
    );
  const redeliver = async (id: string) => {
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const response = await api.post<{ redelivered: number; has_more: boolean }>(`${path}/${id}/redeliver`, { since });
    if (response.status !== 202) throw new Error(`redeliver responded ${response.status}: ${response.text}`);
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

  it('Ten concurrent redeliver requests deliver each missed event once', async () => {
    const { id } = await createEndpoint(api, { url });
    await addMissedEvents(id, 50);
    await db.query('BEGIN');
    // No request completes before all have started.
    await db.query('LOCK TABLE outbox_messages IN SHARE MODE');
    const pending = Promise.all(Array.from({ length: 10 }, () => redeliver(id)));
    await waitUntil('all requests wait', async () => (await waitingCount()) === 10);
    await db.query('COMMIT');
    const responses = await pending;
    expect(await deliveriesOf(id)).toEqual({ deliveries: 50, events: 50 });
    expect(responses.reduce((total, { redelivered }) => total + redelivered, 0)).toBe(50);
  });

  it('One redeliver request sends at most 1,000 events and reports whether there are more', async () => {
    const { id } = await createEndpoint(api, { url });
    await addMissedEvents(id, 1_005);
    expect(await redeliver(id)).toEqual({ redelivered: 1_000, has_more: true });
    expect(await redeliver(id)).toEqual({ redelivered: 5, has_more: false });
    await db.query(`UPDATE webhook_deliveries SET status = 'failed' WHERE endpoint_id = $1`, [id]);
    expect(await redeliver(id)).toEqual({ redelivered: 1_000, has_more: true });
    expect(await redeliver(id)).toEqual({ redelivered: 5, has_more: false });
    expect(await deliveriesOf(id)).toEqual({ deliveries: 1_005, events: 1_005 });
  });

  it('Redelivering to an unknown endpoint gets webhook_endpoint_not_found', async () => {
    const since = new Date().toISOString();
    for (const id of ['we_%00', `we_${'0'.repeat(32)}`])
      expect((await api.post(`${path}/${id}/redeliver`, { since })).body.error).toBe('webhook_endpoint_not_found');
  });

  it('Concurrent reads, rotations and a deletion return valid secrets or 404, and each rotation is audited', async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, secret } = await createEndpoint(api, { url });
      const [removed, reads, rotations] = await Promise.all([
        remove(id),
        Promise.all([read(id), read(id), read(id)]),
        Promise.all([rotate(id), rotate(id)]),
      ]);
      expect(removed.status).toBe(200);
      for (const { status } of [...reads, ...rotations]) expect([200, 404]).toContain(status);
      const rotated = rotations.filter(({ status }) => status === 200);
      // The audit event is written in the transaction of the rotation.
      const { rows } = await db.query('SELECT FROM audit_entries WHERE subject = $1 AND action LIKE $2', [
        id,
        '%rotated',
      ]);
      expect(rows).toHaveLength(rotated.length);
      const secrets = [secret, ...rotated.map(({ body }) => body.data.secret)];
      for (const { status, body } of reads) if (status === 200) expect(secrets).toContain(body.data.secret);
    }
  });
});
