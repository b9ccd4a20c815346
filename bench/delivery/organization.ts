import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import pg from 'pg';

const hex = () => randomUUID().replaceAll('-', '');

/** An organization with webhook endpoints of a receiver, one per path. */
export class Organization {
  private constructor(
    private readonly api: string,
    private readonly key: string,
    private readonly db: pg.Client,
    readonly endpoints: readonly { id: string; url: string }[],
    private readonly id: string,
  ) {}

  static async create(
    { api, key, databaseUrl }: { api: string; key: string; databaseUrl: string },
    urls: readonly string[],
  ): Promise<Organization> {
    const endpoints: { id: string; url: string }[] = [];
    for (const url of urls) {
      const { data } = (await post(api, key, '/v1/webhook-endpoints', { url }, 201)) as { data: { id: string } };
      endpoints.push({ id: data.id, url });
    }
    const db = new pg.Client({ connectionString: databaseUrl });
    await db.connect();
    const { rows } = await db.query<{ organization_id: string }>(
      'SELECT organization_id FROM webhook_endpoints WHERE id = $1',
      [endpoints[0]?.id],
    );
    return new Organization(api, key, db, endpoints, rows[0]?.organization_id ?? '');
  }

  async simulate(): Promise<void> {
    await post(this.api, this.key, '/v1/simulations', { workflow_id: 'swissmetro-mode-choice', agent_count: 50 }, 202);
  }

  /** Inserts `count` deliveries in total, due immediately, to the first `endpointCount` endpoints. */
  async fill(count: number, endpointCount: number, body: string): Promise<void> {
    const endpoints = this.endpoints.slice(0, endpointCount);
    const eventIds = Array.from({ length: count / endpointCount }, () => `evt_${hex()}`);
    const deliveries = eventIds.flatMap((event) => endpoints.map(({ id, url }) => ({ event, id, url })));
    await this.db.query('BEGIN');
    await this.db.query(
      `INSERT INTO webhook_events (id, organization_id, type, compressed_body)
       SELECT id, $1, 'simulation.completed', $2 FROM unnest($3::text[]) AS event (id)`,
      [this.id, gzipSync(body, { level: 1 }), eventIds],
    );
    await this.db.query(
      `INSERT INTO webhook_deliveries (id, organization_id, event_id, endpoint_id, url, lane, next_attempt_at)
       SELECT id, $1::uuid, event_id, endpoint_id, url, $1::uuid::text || ' ' || endpoint_id, now()
       FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS delivery (id, event_id, endpoint_id, url)`,
      [
        this.id,
        deliveries.map(() => `dlv_${hex()}`),
        deliveries.map(({ event }) => event),
        deliveries.map(({ id }) => id),
        deliveries.map(({ url }) => url),
      ],
    );
    const lanes = endpoints.map(({ id }) => `${this.id} ${id}`);
    await this.db.query(`INSERT INTO outbox_messages (kind, payload) VALUES ('webhook_deliveries.due', $1)`, [
      { lanes },
    ]);
    await this.db.query('COMMIT');
  }

  /** Cancels all pending deliveries. */
  async cancelPending(): Promise<void> {
    await this.db.query(`UPDATE webhook_deliveries SET status = 'canceled' WHERE status = 'pending'`);
  }

  async close(): Promise<void> {
    await this.db.end();
  }
}

async function post(api: string, key: string, path: string, body: object, expected: number): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.status !== expected)
    throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
  return response.json();
}
