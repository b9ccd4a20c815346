import { Redis } from 'ioredis';
import { ApiClient } from '../support/api-client.js';
import { bootstrapKey } from '../support/bootstrap-key.js';
import { createSimulation } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { TestBed } from '../support/test-bed.js';
import { waitUntil } from '../support/wait-until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { createEndpoint, listDeliveries, sendTestEvent } from '../support/webhooks.js';

const limit = 8;
const endpointCount = 6;
const events = 4;
const total = endpointCount * events;

describe('an organization that uses webhooks to flood a third party', () => {
  let bed: TestBed;
  let url: string;
  let victim: WebhookReceiver;
  let samePlace: WebhookReceiver;
  let api: ApiClient;

  beforeAll(async () => {
    [victim, samePlace] = await Promise.all([WebhookReceiver.start(), WebhookReceiver.start()]);
    bed = await TestBed.start({
      SVC_ALLOW_PRIVATE_WEBHOOKS: '1',
      SVC_WEBHOOK_ATTEMPTS_PER_MINUTE: String(limit),
    });
    [{ url }] = await Promise.all([bed.startApi(), bed.startWorker(), bed.startWorker()]);
    api = await bed.newCaller(url);
  });
  afterAll(async () => {
    await bed.stop();
    await Promise.all([victim.stop(), samePlace.stop()]);
  });

  const sql = (text: string) => sqlOf(bed.servers.sandboxDatabaseUrl)(text, []);
  const received = () => victim.received.length + samePlace.received.length;
  const createAndCancel = async (body: Record<string, unknown> = {}) => {
    const { id } = (await createSimulation(api, body)).body.data;
    // A simulation that a worker has already finished gets 409. It has an event too.
    expect([200, 409]).toContain((await api.post(`/v1/simulations/${id}/cancel`, undefined)).status);
  };
  /** Waits until the workers have claimed everything that is due, and either sent or postponed it: a late attempt would count for the next minute. */
  const settled = () =>
    waitUntil('no delivery is due or in progress', async () => {
      const due = await sql(
        `SELECT FROM webhook_deliveries WHERE status = 'pending' AND next_attempt_at <= now()
         AND lane NOT IN (SELECT lane FROM webhook_holds WHERE until > now())
         UNION ALL SELECT FROM webhook_deliveries
         WHERE attempt_count > (SELECT count(*) FROM webhook_attempts WHERE delivery_id = webhook_deliveries.id)`,
      );
      const written = await sql('SELECT FROM webhook_deliveries');
      return due.length === 0 && written.length >= total;
    });
  const aMinuteLater = async () => {
    const redis = new Redis(bed.servers.redisUrl);
    await redis.del(await redis.keys('rate:webhooks:*'));
    redis.disconnect();
    await sql('DELETE FROM webhook_holds');
    await sql("UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'pending'");
  };

  it('One host gets no more than the limit in a minute from all endpoints, addresses and redeliveries, and no event is lost', async () => {
    const urls = Array.from({ length: endpointCount }, (_, k) => (k % 2 === 0 ? victim : samePlace).url(`/${k}`));
    await Promise.all(urls.map((endpoint) => createEndpoint(api, { url: endpoint })));
    for (let event = 0; event < events; event++) await createAndCancel();
    await settled();
    expect(received()).toBeLessThanOrEqual(limit);

    // The other ways to send are part of the same limit.
    await createAndCancel({ webhook_url: victim.url('/own') });
    const [delivered] = await listDeliveries(api, '?status=succeeded&limit=1');
    expect((await api.call(`/v1/webhook-deliveries/${delivered?.id}/redeliver`, { method: 'POST' })).status).toBe(202);
    await sendTestEvent(api, delivered?.endpoint_id ?? '');
    await settled();
    expect(received()).toBeLessThanOrEqual(limit);

    // Another organization is not affected.
    const other = await bed.newCaller(url, 'Other');
    const endpoint = await createEndpoint(other, { url: victim.url('/other') });
    await sendTestEvent(other, endpoint.id);
    await victim.waitFor('/other');

    // Every event arrives in later minutes.
    const distinct = () =>
      new Set(
        [...victim.received, ...samePlace.received].map(
          ({ path, headers }) => `${path} ${String(headers['webhook-id'])}`,
        ),
      );
    for (let minute = 0; minute < total / limit + 2 && distinct().size < total + 3; minute++) {
      const before = received();
      await aMinuteLater();
      await settled();
      expect(received() - before).toBeLessThanOrEqual(limit);
    }
    await waitUntil('all events have arrived', () => distinct().size === total + 3);
    expect(await sql("SELECT FROM webhook_deliveries WHERE status NOT IN ('succeeded', 'pending')")).toEqual([]);
  });

  it('Canceled simulations count as requests of the plan, although their quota is refunded', async () => {
    const organization = 'Canceling';
    const { key } = await bootstrapKey(bed.servers, { tier: 'sandbox', plan: 'sandbox', organization });
    const client = new ApiClient(url, key);
    const statuses: number[] = [];
    let created = 0;
    for (let index = 0; index < 40; index++) {
      const response = await createSimulation(client);
      statuses.push(response.status);
      if (response.status !== 202) break;
      created += 1;
      statuses.push((await client.post(`/v1/simulations/${response.body.data.id}/cancel`, undefined)).status);
    }
    expect(created).toBeLessThanOrEqual(30);
    expect(statuses.at(-1)).toBe(429);
  });
});
