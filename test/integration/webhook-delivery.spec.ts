import type { ApiClient } from '../support/api-client.js';
import { MailServer } from '../support/mail-server.js';
import { TestBed } from '../support/test-bed.js';
import { createSimulation, simulate } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { waitUntil } from '../support/wait-until.js';
import { verifyWebhook, WebhookReceiver } from '../support/webhook-receiver.js';
import {
  createEndpoint,
  listDeliveries,
  waitForDelivery,
  sendTestEvent,
  type EndpointRecord,
} from '../support/webhooks.js';
import { itInFullLevel } from '../support/full-level.js';

const endpointsPath = '/v1/webhook-endpoints';
const schedule = [0, 0.1, 0.1, 0.1];

describe('webhook deliveries', () => {
  let bed: TestBed;
  let url: string;
  let receiver: WebhookReceiver;
  let mail: MailServer;
  let api: ApiClient;
  let count = 0;

  beforeAll(async () => {
    [receiver, mail] = await Promise.all([WebhookReceiver.start(), MailServer.start()]);
    bed = await TestBed.start({
      SVC_ALLOW_PRIVATE_WEBHOOKS: '1',
      SVC_WEBHOOK_RETRY_SCHEDULE: schedule.join(),
      SMTP_URL: mail.url,
    });
    [{ url }] = await Promise.all([bed.startApi(), bed.startWorker()]);
  });
  afterAll(async () => {
    await bed.stop();
    await Promise.all([receiver.stop(), mail.stop()]);
  });
  beforeEach(async () => (api = await bed.newCaller(url, `Webhooks ${++count}`)));

  const newPath = () => `/hooks/${++count}`;
  const endpointAt = (path: string, body: object = {}) => createEndpoint(api, { url: receiver.url(path), ...body });
  const sql = (text: string, values: unknown[], tier: 'sandbox' | 'live' = 'sandbox') =>
    sqlOf(bed.servers[`${tier}DatabaseUrl`])(text, values);
  const endpoint = async (id: string) => (await api.call<EndpointRecord>(`/v1/webhook-endpoints/${id}`)).body.data;
  const patch = (id: string, json: object) => api.call(`${endpointsPath}/${id}`, { method: 'PATCH', json });
  /** Runs a simulation and returns the delivery of its event. */
  const eventAt = async (endpointId: string) => {
    const { id } = await simulate(api);
    const find = () => listDeliveries(api, `?simulation_id=${id}&endpoint_id=${endpointId}`);
    await waitUntil('the delivery exists', async () => (await find()).length > 0);
    const [delivery] = await find();
    if (!delivery) throw new Error('the delivery does not exist');
    return delivery;
  };
  const succeeded = (id: string) => waitForDelivery(api, id, ({ status }) => status === 'succeeded');

  it('Every enabled and subscribed endpoint gets one signed event with the record of a finished simulation', async () => {
    const paths = [newPath(), newPath()];
    const endpoints = await Promise.all(paths.map((path) => endpointAt(path)));
    const unsubscribed = newPath();
    const disabled = newPath();
    await endpointAt(unsubscribed, { events: ['simulation.failed'] });
    await endpointAt(disabled, { enabled: false });
    const record = await simulate(api);
    for (const [index, path] of paths.entries()) {
      const [webhook, ...more] = await receiver.waitFor(path);
      if (!webhook) throw new Error('no webhook arrived');
      expect(more).toEqual([]);
      const message = verifyWebhook(webhook, endpoints[index]?.secret ?? '');
      expect(message).toEqual({ type: 'simulation.completed', timestamp: expect.any(String) as string, data: record });
      expect(webhook.headers['content-type']).toBe('application/json');
    }
    expect(new Set(paths.map((path) => receiver.receivedAt(path)[0]?.headers['webhook-id'])).size).toBe(1);
    expect([...receiver.receivedAt(unsubscribed), ...receiver.receivedAt(disabled)]).toEqual([]);
    const log = await listDeliveries(api, `?simulation_id=${record.id}`);
    expect(new Set(log.map(({ endpoint_id }) => endpoint_id))).toEqual(new Set(endpoints.map(({ id }) => id)));
  });

  itInFullLevel(
    'An event that an earlier release stored without compression is delivered with the same body',
    async () => {
      const path = newPath();
      const { id, secret } = await endpointAt(path);
      const delivery = await eventAt(id);
      const [{ body = '' } = {}] = await receiver.waitFor(path);
      await succeeded(delivery.id);
      const changed = await sql(
        'UPDATE webhook_events SET body = $2, compressed_body = NULL WHERE id = $1 AND body IS NULL RETURNING id',
        [delivery.event_id, body],
      );
      expect(changed).toHaveLength(1);
      await api.call(`/v1/webhook-deliveries/${delivery.id}/redeliver`, { method: 'POST' });
      const [, again] = await receiver.waitFor(path, 2);
      expect(again?.body).toBe(body);
      verifyWebhook(again!, secret);
    },
  );

  it('A canceled simulation sends simulation.canceled', async () => {
    const path = newPath();
    const { secret } = await endpointAt(path, { events: ['simulation.canceled'] });
    await sql(`INSERT INTO queue_pauses (name, paused_by) VALUES ('simulations', 'test')`, []);
    const { id } = (await createSimulation(api, { agent_count: 10_000 })).body.data;
    expect((await api.call(`/v1/simulations/${id}/cancel`, { method: 'POST' })).status).toBe(200);
    await sql('DELETE FROM queue_pauses', []);
    const [webhook] = await receiver.waitFor(path);
    if (!webhook) throw new Error('no webhook arrived');
    expect(verifyWebhook(webhook, secret)).toMatchObject({
      type: 'simulation.canceled',
      data: { id, status: 'canceled' },
    });
  });

  it("A simulation with its own webhook URL sends its event only there, signed with the organization's secret", async () => {
    const [path, ownPath] = [newPath(), newPath()];
    await endpointAt(path);
    const record = await simulate(api, { webhook_url: receiver.url(ownPath) });
    const [webhook] = await receiver.waitFor(ownPath);
    const { body } = await api.call<{ secret: string }>('/v1/webhook-endpoints/signing-secret');
    if (!webhook) throw new Error('no webhook arrived');
    expect(verifyWebhook(webhook, body.data.secret)).toMatchObject({
      type: 'simulation.completed',
      data: { id: record.id },
    });
    expect(receiver.receivedAt(path)).toEqual([]);
  });

  it('After a rotation, deliveries are signed with the new and the previous secret', async () => {
    const path = newPath();
    const { id, secret } = await endpointAt(path);
    const { body } = await api.call<EndpointRecord>(`/v1/webhook-endpoints/${id}/rotate-secret`, { method: 'POST' });
    expect(body.data.secret).not.toBe(secret);
    await sendTestEvent(api, id);
    const [webhook] = await receiver.waitFor(path);
    if (!webhook) throw new Error('no webhook arrived');
    for (const signingSecret of [secret, body.data.secret])
      expect(verifyWebhook(webhook, signingSecret).type).toBe('webhook_endpoint.test');
    expect(String(webhook.headers['webhook-signature']).split(' ')).toHaveLength(2);
  });

  it('Failed deliveries are retried with the same event id, and the log shows each attempt and the start of its response', async () => {
    const path = newPath();
    const { id, secret } = await endpointAt(path);
    receiver.behaviors[path] = { status: 500, body: `down\0${'x'.repeat(2_000)}` };
    const delivery = await sendTestEvent(api, id);
    await receiver.waitFor(path, 2);
    receiver.behaviors[path] = { status: 200, body: 'thanks' };
    const { attempts, event_id, next_attempt_at } = await succeeded(delivery);
    expect(next_attempt_at).toBeNull();
    expect(attempts.map(({ number }) => number)).toEqual(attempts.map((_, index) => attempts.length - index));
    expect(attempts.at(-1)).toMatchObject({ status_code: 500, error: null, url: receiver.url(path) });
    expect(attempts.at(-1)?.response_body).toMatch(/^down\ufffdx{1019}$/);
    expect(attempts[0]).toMatchObject({ status_code: 200, response_body: 'thanks' });
    for (const webhook of receiver.receivedAt(path)) {
      expect(webhook.headers['webhook-id']).toBe(event_id);
      verifyWebhook(webhook, secret);
    }
    expect((await endpoint(id)).failing_since).toBeNull();
  });

  itInFullLevel(
    'A delivery fails after the last scheduled attempt and can be redelivered with the same event id',
    async () => {
      const path = newPath();
      const { id } = await endpointAt(path);
      receiver.behaviors[path] = { status: 302, headers: { location: receiver.url(`${path}/elsewhere`) } };
      const delivery = await sendTestEvent(api, id);
      const { attempts, completed_at } = await waitForDelivery(api, delivery, ({ status }) => status === 'failed');
      expect(attempts.map(({ status_code }) => status_code)).toEqual(schedule.map(() => 302));
      expect(completed_at).not.toBeNull();
      expect(receiver.receivedAt(`${path}/elsewhere`)).toEqual([]);
      expect((await endpoint(id)).failing_since).toBe(attempts.at(-1)?.attempted_at);
      receiver.behaviors[path] = { status: 200 };
      const again = await api.call(`/v1/webhook-deliveries/${delivery}/redeliver`, { method: 'POST' });
      expect(again.status).toBe(202);
      expect((await succeeded(delivery)).attempts[0]?.number).toBe(schedule.length + 1);
      expect(new Set(receiver.receivedAt(path).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect((await endpoint(id)).failing_since).toBeNull();
    },
  );

  itInFullLevel('An attempt without a response records the cause', async () => {
    const stopped = await WebhookReceiver.start();
    const { id } = await createEndpoint(api, { url: stopped.url('/') });
    await stopped.stop();
    const { attempts } = await waitForDelivery(
      api,
      await sendTestEvent(api, id),
      (delivery) => delivery.attempts.length > 0,
    );
    expect(attempts.at(-1)).toMatchObject({ status_code: null, error: 'connection_refused', response_body: '' });
  });

  itInFullLevel('Retry-After of a receiver delays the delivery and later events of the endpoint', async () => {
    const path = newPath();
    const { id } = await endpointAt(path);
    receiver.behaviors[path] = { status: 429, headers: { 'retry-after': '3600' } };
    const { next_attempt_at, attempts } = await waitForDelivery(api, await sendTestEvent(api, id), (delivery) => {
      return delivery.attempts.length > 0;
    });
    const waitMs = Date.parse(next_attempt_at ?? '') - Date.parse(attempts[0]?.attempted_at ?? '');
    expect(waitMs).toBeGreaterThanOrEqual(3_600_000);
    const later = (await eventAt(id)).id;
    // Once a later delivery to another endpoint has succeeded, this one would have been attempted too.
    const other = newPath();
    await succeeded(await sendTestEvent(api, (await endpointAt(other)).id));
    expect((await waitForDelivery(api, later, () => true)).attempts).toEqual([]);
  });

  itInFullLevel.each<[string, (id: string, delivery: string) => Promise<unknown>]>([
    ['redelivered', (_, delivery) => api.call(`/v1/webhook-deliveries/${delivery}/redeliver`, { method: 'POST' })],
    [
      'redelivered since a time',
      (id) => api.post(`${endpointsPath}/${id}/redeliver`, { since: '2026-01-01T00:00:00Z' }),
    ],
    ['tested', (id) => sendTestEvent(api, id)],
    ['moved', (id) => patch(id, { url: receiver.url(newPath()) })],
    ['enabled', (id) => patch(id, { enabled: true })],
  ])('A delay by Retry-After ends when the endpoint is %s by its owner', async (_, action) => {
    const path = newPath();
    const { id } = await endpointAt(path);
    receiver.behaviors[path] = { status: 503, headers: { 'retry-after': '86400' } };
    const first = await sendTestEvent(api, id);
    await waitForDelivery(api, first, ({ attempts }) => attempts.length > 0);
    receiver.behaviors[path] = { status: 204 };
    const waiting = await eventAt(id);
    await action(id, first);
    expect((await succeeded(waiting.id)).attempts).toHaveLength(1);
  });

  it('A response of 410 disables the endpoint and notifies its owner by email', async () => {
    const path = newPath();
    const { id } = await endpointAt(path);
    const owner = `owner-${id}@example.com`;
    const { body } = await api.call<{ organization_id: string }>('/v1/auth/me');
    await sql(
      `INSERT INTO users (id, organization_id, email, name, email_verified_at) VALUES (gen_random_uuid(), $1, $2, 'Owner', now())`,
      [body.data.organization_id, owner],
      'live',
    );
    receiver.behaviors[path] = { status: 410 };
    const delivery = await sendTestEvent(api, id);
    await waitForDelivery(api, delivery, ({ status }) => status === 'failed');
    await waitUntil('the owner is notified', () => mail.mailsTo(owner).length > 0);
    expect(mail.mailsTo(owner)[0]?.text).toContain(receiver.url(path));
    expect(await endpoint(id)).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    const rejected = await api.call(`/v1/webhook-endpoints/${id}/test`, { method: 'POST' });
    expect([rejected.status, rejected.body.error]).toEqual([409, 'webhook_endpoint_unavailable']);
    const redelivered = await api.call(`/v1/webhook-deliveries/${delivery}/redeliver`, { method: 'POST' });
    expect(redelivered.status).toBe(409);
    expect(receiver.receivedAt(path)).toHaveLength(1);
  });

  itInFullLevel('Deleting an endpoint cancels its deliveries and keeps their log', async () => {
    const path = newPath();
    const { id } = await endpointAt(path);
    receiver.behaviors[path] = { status: 500, headers: { 'retry-after': '3600' } };
    const delivery = await sendTestEvent(api, id);
    await waitForDelivery(api, delivery, ({ attempts }) => attempts.length > 0);
    expect((await api.call(`/v1/webhook-endpoints/${id}`, { method: 'DELETE' })).body.data).toEqual({
      id,
      deleted: true,
    });
    const canceled = await waitForDelivery(api, delivery, ({ status }) => status === 'canceled');
    expect(canceled).toMatchObject({ endpoint_id: id, next_attempt_at: null });
    const again = await api.call(`/v1/webhook-deliveries/${delivery}/redeliver`, { method: 'POST' });
    expect([again.status, again.body.error]).toEqual([409, 'webhook_endpoint_unavailable']);
  });

  it('Deliveries to a hanging endpoint do not delay other endpoints', async () => {
    const [slow, fast] = [newPath(), newPath()];
    receiver.behaviors[slow] = 'hangs';
    const [hanging, healthy] = await Promise.all([endpointAt(slow), endpointAt(fast)]);
    await sendTestEvent(api, hanging.id);
    await receiver.waitFor(slow);
    await Promise.all(Array.from({ length: 10 }, () => sendTestEvent(api, hanging.id)));
    await succeeded(await sendTestEvent(api, healthy.id));
    expect(receiver.openRequestCount).toBeGreaterThan(0);
    expect((await endpoint(healthy.id)).failing_since).toBeNull();
  });

  itInFullLevel('Each endpoint gets an event once even if the outbox message is processed repeatedly', async () => {
    const path = newPath();
    await endpointAt(path);
    const { id } = await simulate(api);
    await receiver.waitFor(path);
    for (let time = 0; time < 3; time++) {
      await sql(`INSERT INTO outbox_messages (kind, payload) VALUES ('simulation.finished', $1)`, [
        { simulation_id: id },
      ]);
    }
    const last = newPath();
    await simulate(api, { webhook_url: receiver.url(last) });
    await receiver.waitFor(last);
    expect(receiver.receivedAt(path)).toHaveLength(1);
    expect(await listDeliveries(api, `?simulation_id=${id}`)).toHaveLength(1);
  });

  it.each(['sandbox', 'live'] as const)(
    'Events of the %s tier are not sent to endpoints of the other tier',
    async (tier) => {
      const organization = `Both tiers ${++count}`;
      const [caller, other] = [
        await bed.newCaller(url, organization, tier),
        await bed.newCaller(url, organization, tier === 'live' ? 'sandbox' : 'live'),
      ];
      const [path, otherPath] = [newPath(), newPath()];
      await createEndpoint(caller, { url: receiver.url(path) });
      await createEndpoint(other, { url: receiver.url(otherPath) });
      await simulate(caller);
      await receiver.waitFor(path);
      expect(receiver.receivedAt(otherPath)).toEqual([]);
      expect(await listDeliveries(other)).toEqual([]);
    },
  );
});
