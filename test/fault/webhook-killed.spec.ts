import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../support/api-client.js';
import { expireLeases } from '../support/leases.js';
import { TestBed } from '../support/test-bed.js';
import { createSimulation } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { waitUntil } from '../support/wait-until.js';
import { verifyWebhook, WebhookReceiver, type Message } from '../support/webhook-receiver.js';
import { createEndpoint, waitForDelivery, sendTestEvent, type EndpointRecord } from '../support/webhooks.js';

const allowPrivate = { SVC_ALLOW_PRIVATE_WEBHOOKS: '1' };
const paths = ['/one', '/two', '/three'];
const rounds = 4;
const patienceMs = 180_000;

describe('a delivery', () => {
  let bed: TestBed;
  let receiver: WebhookReceiver;
  let api: ApiClient;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    bed = await TestBed.start({ SVC_WEBHOOK_RETRY_SCHEDULE: Array.from({ length: 20 }, () => '0.2').join() });
    api = await bed.newCaller((await bed.startApi(allowPrivate)).url);
  });
  afterAll(async () => {
    await bed.stop();
    await receiver.stop();
  });

  const sql = (text: string) => sqlOf(bed.servers.sandboxDatabaseUrl)(text);
  const endpointAt = (path: string) => createEndpoint(api, { url: receiver.url(path) });

  it('is refused by a worker that may connect to public addresses only, whatever the endpoint was let in as', async () => {
    const { id } = await endpointAt('/private');
    const worker = await bed.startWorker();
    const { attempts } = await waitForDelivery(
      api,
      await sendTestEvent(api, id),
      (delivery) => delivery.attempts.length > 1,
    );
    expect(attempts[0]).toMatchObject({ status_code: null, error: 'address_not_public', response_body: '' });
    await bed.kill(worker);
    expect(receiver.received).toEqual([]);
    await api.call(`/v1/webhook-endpoints/${id}`, { method: 'DELETE' });
  });

  it(
    'reaches every endpoint at least once, under one id, however often its worker is killed',
    async () => {
      const endpoints: EndpointRecord[] = [];
      for (const path of paths) endpoints.push(await endpointAt(path));
      let worker = await bed.startWorker(allowPrivate);
      const ids: string[] = [];
      for (let round = 0; round < rounds; round++) {
        const created = await Promise.all(Array.from({ length: 8 }, () => createSimulation(api, { agent_count: 50 })));
        ids.push(...created.map(({ body }) => body.data.id));
        const killAt = receiver.received.length + 4 * round;
        await waitUntil('some are delivered', () => receiver.received.length >= killAt);
        await sleep(3 * round);
        [worker] = await Promise.all([bed.startWorker(allowPrivate), bed.kill(worker)]);
        await expireLeases(bed.servers.sandboxDatabaseUrl);
        // The time that a worker has of which nothing is heard any more.
        await sql(`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'pending'`);
      }
      const told = (path: string) =>
        new Set(receiver.receivedAt(path).map(({ body }) => (JSON.parse(body) as Message).data['id']));
      for (const path of paths) await waitUntil(`all are told ${path}`, () => ids.every((id) => told(path).has(id)));
      const eventOf = new Map<unknown, unknown>();
      for (const [index, path] of paths.entries()) {
        for (const webhook of receiver.receivedAt(path)) {
          const { data } = verifyWebhook(webhook, endpoints[index]?.secret ?? '');
          const event = webhook.headers['webhook-id'];
          expect(eventOf.get(data['id']) ?? event).toBe(event);
          eventOf.set(data['id'], event);
        }
      }
      expect(new Set(eventOf.values()).size).toBe(ids.length);
      await bed.kill(worker);
    },
    patienceMs,
  );

  it('needs no word from the queue: one of which the word was lost is found by the clock', async () => {
    const { id } = await endpointAt('/lost');
    const delivery = await sendTestEvent(api, id);
    await sql(`DELETE FROM outbox_messages WHERE kind = 'webhook_deliveries.due'`);
    const worker = await bed.startWorker(allowPrivate);
    await waitForDelivery(api, delivery, ({ status }) => status === 'succeeded');
    await bed.kill(worker);
  });

  it('that hangs when its worker is told to stop is handed to the next one at once', async () => {
    const { id } = await endpointAt('/hangs');
    receiver.behaviors['/hangs'] = 'hangs';
    const delivery = await sendTestEvent(api, id);
    const worker = await bed.startWorker(allowPrivate);
    await receiver.waitFor('/hangs');
    await bed.kill(worker, 'SIGTERM');
    await waitUntil('the connection is given up', () => receiver.openRequestCount === 0);
    const { status, next_attempt_at, attempts } = await waitForDelivery(api, delivery, () => true);
    expect({ status, attempts }).toEqual({ status: 'pending', attempts: [] });
    expect(Date.parse(next_attempt_at ?? '')).toBeLessThanOrEqual(Date.now());
    receiver.behaviors['/hangs'] = { status: 200 };
    const next = await bed.startWorker(allowPrivate);
    await waitForDelivery(api, delivery, (it) => it.status === 'succeeded');
    await bed.kill(next);
  });
});
