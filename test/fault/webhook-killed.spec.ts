import type { ChildProcess } from 'node:child_process';
import type { ApiClient } from '../support/api-client.js';
import { expireLeases } from '../support/leases.js';
import { roundCount } from '../support/faults/rounds.js';
import { PostgresProxy } from '../support/postgres-proxy.js';
import { TestBed } from '../support/test-bed.js';
import { createSimulation } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { waitUntil } from '../support/wait-until.js';
import { verifyWebhook, WebhookReceiver, type Message } from '../support/webhook-receiver.js';
import { createEndpoint, waitForDelivery, sendTestEvent, type EndpointRecord } from '../support/webhooks.js';

const allowPrivate = { SVC_ALLOW_PRIVATE_WEBHOOKS: '1' };
const paths = ['/one', '/two', '/three'];

describe('deliveries of failing workers', () => {
  let bed: TestBed;
  let receiver: WebhookReceiver;
  let proxy: PostgresProxy;
  let api: ApiClient;
  let worker: ChildProcess;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    bed = await TestBed.start({ SVC_WEBHOOK_RETRY_SCHEDULE: Array.from({ length: 20 }, () => '0.2').join() });
    proxy = await PostgresProxy.start(bed.servers.sandboxDatabaseUrl);
    api = await bed.newCaller((await bed.startApi(allowPrivate)).url);
  });
  afterAll(async () => {
    await bed.stop();
    await proxy.stop();
    await receiver.stop();
  });

  const sql = (text: string) => sqlOf(bed.servers.sandboxDatabaseUrl)(text);
  const startWorker = () => bed.startWorker({ ...allowPrivate, SANDBOX_DATABASE_URL: proxy.url });
  const endpointAt = (path: string) => createEndpoint(api, { url: receiver.url(path) });

  it('A worker restricted to public addresses rejects deliveries to private addresses of existing endpoints', async () => {
    const { id } = await endpointAt('/private');
    worker = await bed.startWorker();
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

  it('A delivery whose wake-up signal is lost is found by polling', async () => {
    const { id } = await endpointAt('/lost');
    const delivery = await sendTestEvent(api, id);
    await sql(`DELETE FROM outbox_messages WHERE kind = 'webhook_deliveries.due'`);
    worker = await startWorker();
    await waitForDelivery(api, delivery, ({ status }) => status === 'succeeded');
  });

  it('Every event reaches each endpoint at least once with one event id, although workers are killed during deliveries', async () => {
    const endpoints: EndpointRecord[] = [];
    for (const path of paths) endpoints.push(await endpointAt(path));
    const ids: string[] = [];
    const steps = ['UPDATE webhook_deliveries SET attempt_count', 'INSERT INTO webhook_attempts'];
    for (let round = 0; round < roundCount(2); round++) {
      proxy.setBreakpoint({
        statement: steps[round % steps.length] ?? '',
        moment: round % 4 < 2 ? 'before' : 'after',
        action: () => worker.kill('SIGKILL'),
      });
      const created = await Promise.all(Array.from({ length: 8 }, () => createSimulation(api, { agent_count: 50 })));
      ids.push(...created.map(({ body }) => body.data.id));
      await waitUntil('the worker is killed', () => worker.signalCode !== null);
      const killedAt = new Date();
      worker = await startWorker();
      await expireLeases(bed.servers.sandboxDatabaseUrl, killedAt);
      // Skips the time after which deliveries of a lost worker are due again.
      await sql(`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'pending'`);
    }
    const receivedIds = (path: string) =>
      new Set(receiver.receivedAt(path).map(({ body }) => (JSON.parse(body) as Message).data['id']));
    for (const path of paths)
      await waitUntil(`all events reach ${path}`, () => ids.every((id) => receivedIds(path).has(id)));
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
  });

  it('A hanging delivery is immediately available to the next worker when its worker stops', async () => {
    const path = '/hangs';
    const { id } = await endpointAt(path);
    receiver.behaviors[path] = 'hangs';
    const delivery = await sendTestEvent(api, id);
    await receiver.waitFor(path);
    await bed.kill(worker, 'SIGTERM');
    await waitUntil('the connection is closed', () => receiver.openRequestCount === 0);
    const { status, next_attempt_at, attempts } = await waitForDelivery(api, delivery, () => true);
    expect({ status, attempts }).toEqual({ status: 'pending', attempts: [] });
    expect(Date.parse(next_attempt_at ?? '')).toBeLessThanOrEqual(Date.now());
    receiver.behaviors[path] = { status: 200 };
    worker = await startWorker();
    await waitForDelivery(api, delivery, (it) => it.status === 'succeeded');
  });
});
