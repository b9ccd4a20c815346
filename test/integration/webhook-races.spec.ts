import pg from 'pg';
import type { Api } from '../support/api.js';
import { TestBed } from '../support/processes.js';
import { until } from '../support/until.js';
import { createEndpoint, type EndpointRecord } from '../support/webhooks.js';

// A name that stands for nothing, anywhere.
const hooks = 'https://hooks.invalid/simulations';
const path = '/v1/webhook-endpoints';
const rounds = 30;

describe('what is done to one endpoint at once', () => {
  let bed: TestBed;
  let api: Api;
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

  it.each([
    ['read', read],
    ['rotated', rotate],
  ])('an endpoint that is deleted while its secret is %s is not found', async (_, ask) => {
    const { id } = await createEndpoint(api, { url: hooks });
    await db.query('BEGIN');
    // Whoever has found the endpoint comes no further than to its secret.
    await db.query('LOCK TABLE webhook_secrets');
    const asked = ask(id);
    await until('it waits', async () => {
      const { rows } = await db.query<{ waits: boolean }>(
        `SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'webhook_secrets'::regclass) AS waits`,
      );
      return rows[0]?.waits === true;
    });
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
