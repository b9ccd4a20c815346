import type { ApiClient } from '../support/api-client.js';
import { TestBed } from '../support/test-bed.js';
import { createSimulation, finished, simulate } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { waitUntil } from '../support/wait-until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import {
  createEndpoint,
  listDeliveries,
  waitForDelivery,
  sendTestEvent,
  type DeliveryRecord,
  type EndpointRecord,
} from '../support/webhooks.js';

describe('webhook deliveries to endpoints that hang, delay or fail for days', () => {
  let bed: TestBed;
  let url: string;
  let receiver: WebhookReceiver;
  let api: ApiClient;
  let count = 0;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    bed = await TestBed.start({ SVC_ALLOW_PRIVATE_WEBHOOKS: '1', SVC_WEBHOOK_RETRY_SCHEDULE: '0,0.1,0.1,0.1' });
    [{ url }] = await Promise.all([bed.startApi(), bed.startWorker()]);
  });
  afterAll(async () => {
    await bed.stop();
    await receiver.stop();
  });
  beforeEach(async () => (api = await bed.newCaller(url, `Webhooks ${++count}`)));

  const newPath = () => `/hooks/${++count}`;
  const endpointAt = (path: string) => createEndpoint(api, { url: receiver.url(path) });
  const endpoint = async (id: string) => (await api.call<EndpointRecord>(`/v1/webhook-endpoints/${id}`)).body.data;
  const sql = (text: string, values: unknown[]) => sqlOf(bed.servers.sandboxDatabaseUrl)(text, values);
  const succeeded = (id: string) => waitForDelivery(api, id, ({ status }) => status === 'succeeded');

  it('A receiver that sends interim responses before its response gets each event once, and the delivery succeeds', async () => {
    const path = newPath();
    receiver.behaviors[path] = { status: 204, interim: true };
    await succeeded(await sendTestEvent(api, (await endpointAt(path)).id));
    expect(receiver.receivedAt(path)).toHaveLength(1);
  });

  it('A delivery that is read when its attempt ends shows attempts and state of the same moment', async () => {
    // All endpoints exist before the first read: reads without a pause would delay their creation.
    const endpoints = await Promise.all(
      Array.from({ length: 40 }, () => {
        const path = newPath();
        receiver.behaviors[path] = { status: 429, headers: { 'retry-after': '3600' } };
        return endpointAt(path);
      }),
    );
    const waitMs = async ({ id }: EndpointRecord) => {
      const delivery = await sendTestEvent(api, id);
      for (;;) {
        const { body } = await api.call<DeliveryRecord>(`/v1/webhook-deliveries/${delivery}`);
        const { next_attempt_at, attempts } = body.data;
        if (attempts[0]) return Date.parse(next_attempt_at ?? '') - Date.parse(attempts[0].attempted_at);
      }
    };
    const waits = await Promise.all(endpoints.map(waitMs));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(3_600_000);
  });

  it('Five days of failures disable an endpoint, and after it is enabled again, redeliver sends all missed events', async () => {
    const path = newPath();
    const { id } = await endpointAt(path);
    receiver.behaviors[path] = { status: 503, headers: { 'retry-after': '1' } };
    const since = new Date(Date.now() - 60_000).toISOString();
    const failing = await simulate(api);
    await waitUntil('the delivery fails', async () => (await endpoint(id)).failing_since !== null);
    const almostFiveDaysAgo = new Date(Date.now() - 5 * 24 * 3_600_000 + 60_000);
    await sql('UPDATE webhook_endpoints SET failing_since = $2 WHERE id = $1', [id, almostFiveDaysAgo]);
    await receiver.waitFor(path, 2);
    expect((await endpoint(id)).enabled).toBe(true);
    await sql(`UPDATE webhook_endpoints SET failing_since = failing_since - interval '1 hour' WHERE id = $1`, [id]);
    // At least one more failure, regardless of the rest of the schedule.
    await api.call(`/v1/webhook-endpoints/${id}/test`, { method: 'POST' });
    await waitUntil('the endpoint is disabled', async () => !(await endpoint(id)).enabled);
    expect((await endpoint(id)).disabled_reason).toBe('failing');
    const [log] = await listDeliveries(api, `?simulation_id=${failing.id}`);
    expect(log?.next_attempt_at).toBeNull();
    expect(['canceled', 'failed']).toContain(log?.status);

    const missed = await simulate(api);
    const written = () => sql('SELECT FROM webhook_events WHERE simulation_id = $1', [missed.id]);
    await waitUntil('the missed event is written', async () => (await written()).length > 0);
    receiver.behaviors[path] = { status: 200 };
    const patched = await api.call<EndpointRecord>(`/v1/webhook-endpoints/${id}`, {
      method: 'PATCH',
      json: { enabled: true },
    });
    expect(patched.body.data).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null });
    const { status, body } = await api.post<{ redelivered: number }>(`/v1/webhook-endpoints/${id}/redeliver`, {
      since,
    });
    expect(status).toBe(202);
    const got = await listDeliveries(api, `?endpoint_id=${id}`);
    expect(body.data.redelivered).toBe(got.length);
    await Promise.all(got.map((delivery) => succeeded(delivery.id)));
    expect(got.map(({ simulation_id }) => simulation_id)).toEqual(expect.arrayContaining([failing.id, missed.id]));
    expect((await api.post(`/v1/webhook-endpoints/${id}/redeliver`, { since })).body.data).toEqual({
      redelivered: 0,
      has_more: false,
    });
  });

  it('Deliveries to a hanging endpoint do not delay other endpoints and end with a timeout', async () => {
    const [slow, fast] = [newPath(), newPath()];
    receiver.behaviors[slow] = 'hangs';
    const [hanging, healthy] = await Promise.all([endpointAt(slow), endpointAt(fast)]);
    const first = await sendTestEvent(api, hanging.id);
    await receiver.waitFor(slow, 1);
    for (let event = 0; event < 10; event++) await sendTestEvent(api, hanging.id);
    const ids = (await Promise.all(Array.from({ length: 10 }, () => createSimulation(api)))).map(
      ({ body }) => body.data.id,
    );
    await Promise.all(ids.map((simulation) => finished(api, simulation)));
    await receiver.waitFor(fast, ids.length);
    expect(receiver.openRequestCount).toBeGreaterThan(0);
    expect((await endpoint(healthy.id)).failing_since).toBeNull();
    // The next attempt starts after the timeout of the first one.
    await receiver.waitFor(slow, 2);
    const { attempts } = await waitForDelivery(api, first, (delivery) => delivery.attempts.length > 0);
    expect(attempts.at(-1)).toMatchObject({ status_code: null, error: 'timeout' });
  });
});
