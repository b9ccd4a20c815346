import type { ChildProcess } from 'node:child_process';
import { oncePerObject } from '../../src/engine/memoize.js';
import type { ApiClient } from '../support/api-client.js';
import { createFit, finishedFit, uploadLetters } from '../support/fits.js';
import { createGoal, finishedGoal, type GoalRecord } from '../support/goals.js';
import { roundCount } from '../support/faults/rounds.js';
import { expireLeases } from '../support/leases.js';
import { PostgresProxy, type Moment } from '../support/postgres-proxy.js';
import { createSimulation, type AgentRecord } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { createSweep, finishedSweep, type SweepRecord } from '../support/sweeps.js';
import { TestBed, type Settings } from '../support/test-bed.js';
import { waitUntil } from '../support/wait-until.js';
import { verifyWebhook, WebhookReceiver, type Message, type ReceivedWebhook } from '../support/webhook-receiver.js';
import { createEndpoint, sendTestEvent, waitForDelivery, type EndpointRecord } from '../support/webhooks.js';

const allowPrivate = { SVC_ALLOW_PRIVATE_WEBHOOKS: '1' };
const settings = {
  SVC_WEBHOOK_RETRY_SCHEDULE: Array.from({ length: 20 }, () => '0.2').join(),
  // Each kill then loses one run. A simulation that is lost three times fails.
  SVC_PLAN_LIMITS: '{"growth":{"concurrent_simulations":1}}',
};

const paths = ['/one', '/two', '/three'];

describe('the work of killed and stopped workers', () => {
  let bed: TestBed;
  let receiver: WebhookReceiver;
  let proxy: PostgresProxy;
  let worker: ChildProcess;
  let url: string;
  let api: ApiClient;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    bed = await TestBed.start(settings);
    proxy = await PostgresProxy.start(bed.servers.sandboxDatabaseUrl);
    url = (await bed.startApi(allowPrivate)).url;
  });
  beforeEach(async () => {
    api = await bed.newCaller(url, expect.getState().currentTestName);
  });
  afterAll(async () => {
    await bed.stop();
    await proxy.stop();
    await receiver.stop();
  });

  const startWorker = (more: Settings = allowPrivate) => bed.startWorker({ SANDBOX_DATABASE_URL: proxy.url, ...more });
  const sql = (text: string) => sqlOf(bed.servers.sandboxDatabaseOwnerUrl)(text);
  const endpointAt = (path: string) => createEndpoint(api, { url: receiver.url(path) });
  const used = async () =>
    (await api.call<{ simulations_this_period: number }>('/v1/usage')).body.data.simulations_this_period;
  const killAt = (statement: string, moment: Moment) =>
    proxy.setBreakpoint({ statement, moment, action: () => worker.kill('SIGKILL') });
  /** Waits until the worker is killed, then replaces it. */
  async function replaceKilled(): Promise<void> {
    await waitUntil('the worker is killed', () => worker.signalCode !== null);
    const killedAt = new Date();
    worker = await startWorker();
    await expireLeases(bed.servers.sandboxDatabaseUrl, killedAt);
    // Skips the time after which deliveries of a lost worker are due again.
    await sql(`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'pending'`);
  }

  it('A worker restricted to public addresses rejects deliveries to private addresses of existing endpoints', async () => {
    worker = await startWorker({});
    const { id } = await endpointAt('/private');
    const delivery = await sendTestEvent(api, id);
    const { attempts } = await waitForDelivery(api, delivery, (it) => it.attempts.length > 1);
    expect(attempts[0]).toMatchObject({ status_code: null, error: 'address_not_public', response_body: '' });
    expect(receiver.received).toEqual([]);
    await api.call(`/v1/webhook-endpoints/${id}`, { method: 'DELETE' });
  });

  it('All points of a sweep complete, and use the quota once, after its worker was killed', async () => {
    const resultOfPoint = 'INSERT INTO simulation_results';
    proxy.setBreakpoint({
      statement: resultOfPoint,
      moment: 'before',
      action(resume) {
        killAt(resultOfPoint, 'before');
        resume();
      },
    });
    const range = { name: 'train_cost_factor', from: 0.8, to: 1.2, steps: 5 };
    const { id } = (await createSweep(api, { agent_count: 400, parameters: [range] })).body.data;
    await waitUntil('the worker is killed', () => worker.signalCode !== null);
    const { body } = await api.call<SweepRecord>(`/v1/sweeps/${id}`);
    const { completed = 0 } = body.data.progress.points;
    // A worker stores the results of several points in one statement.
    expect([completed > 0, completed < 5]).toEqual([true, true]);
    await replaceKilled();
    expect(await finishedSweep(api, id)).toMatchObject({
      status: 'completed',
      progress: { points: { completed: 5 }, agents_done: 2_000 },
    });
    expect(await used()).toBe(5);
  });

  it('A goal completes with the same result, and uses the quota once, after its worker was killed', async () => {
    const request = {
      workflow_id: 'catsup-brand-choice',
      parameters: [{ name: 'heinz28_price' }, { name: 'heinz32_price' }],
      objective: { goal: 'maximize', share: 'heinz28' },
    };
    killAt('INSERT INTO simulation_results', 'before');
    const { id } = (await createGoal(api, request)).body.data;
    const read = async () => (await api.call<GoalRecord>(`/v1/goals/${id}`)).body.data;
    await waitUntil('the worker is killed', () => worker.signalCode !== null);
    expect(await read()).toMatchObject({ status: 'running', result: null });
    await replaceKilled();
    const first = await finishedGoal(api, id);
    expect(first).toMatchObject({ status: 'completed', quota: 8 });
    expect(await used()).toBe(8);
    const again = await finishedGoal(api, (await createGoal(api, request)).body.data.id);
    expect(again.digest).toBe(first.digest);
  });

  it('A fit completes with the same result, and uses the quota once, after its worker was killed', async () => {
    killAt('INSERT INTO simulation_results', 'before');
    const dataset_id = await uploadLetters(api);
    const { id } = (await createFit(api, { dataset_id })).body.data;
    await replaceKilled();
    const first = await finishedFit(api, id);
    expect(first).toMatchObject({ status: 'completed', quota: 1 });
    expect(await used()).toBe(1);
    const again = await finishedFit(api, (await createFit(api, { dataset_id })).body.data.id);
    expect(again.digest).toBe(first.digest);
  });

  it('Each point of a sweep has one result, and the sweep one event, after its worker was killed during the event', async () => {
    const endpoint = await endpointAt('/sweeps');
    const values = [0.8, 1, 1.2];
    killAt('INSERT INTO webhook_events', 'before');
    const created = await createSweep(api, { agent_count: 200, parameters: [{ name: 'train_cost_factor', values }] });
    expect(created.status).toBe(202);
    await replaceKilled();
    const { id } = created.body.data;
    await waitUntil('the sweep has an event', () => receiver.receivedAt('/sweeps').length > 0);
    const { points, ...data } = (await api.call<SweepRecord>(`/v1/sweeps/${id}`)).body.data;
    expect([data.status, points.length]).toEqual(['completed', values.length]);
    const webhooks = receiver.receivedAt('/sweeps');
    expect(new Set(webhooks.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const webhook of webhooks) {
      expect(verifyWebhook(webhook, endpoint.secret)).toMatchObject({ type: 'sweep.completed', data });
    }
    for (const { simulation_id } of points) {
      const agents = (await api.call<AgentRecord[]>(`/v1/simulations/${simulation_id}/results`)).body.data;
      expect(agents.map(({ index }) => index)).toEqual(Array.from({ length: 200 }, (_, k) => k));
    }
    expect(await used()).toBe(values.length);
  });

  it('A delivery whose wake-up signal is lost is found by polling', async () => {
    const { id } = await endpointAt('/lost');
    await sql(`
      CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      CREATE TRIGGER lost_signal BEFORE INSERT ON outbox_messages FOR EACH ROW
        WHEN (NEW.kind = 'webhook_deliveries.due') EXECUTE FUNCTION lose()`);
    await waitForDelivery(api, await sendTestEvent(api, id), ({ status }) => status === 'succeeded');
    await sql('DROP TRIGGER lost_signal ON outbox_messages; DROP FUNCTION lose');
  });

  it('Every event reaches each endpoint at least once with one event id, although workers are killed during deliveries', async () => {
    const endpoints: EndpointRecord[] = [];
    for (const path of paths) endpoints.push(await endpointAt(path));
    const ids: string[] = [];
    // At the first, the endpoint has received the event, and the worker has not recorded it.
    const steps = ['INSERT INTO webhook_attempts', 'UPDATE webhook_deliveries SET attempt_count'];
    for (let round = 0; round < roundCount(1); round++) {
      killAt(steps[round % steps.length] ?? '', round % 4 < 2 ? 'before' : 'after');
      const created = await Promise.all(Array.from({ length: 4 }, () => createSimulation(api, { agent_count: 50 })));
      ids.push(...created.map(({ body }) => body.data.id));
      await replaceKilled();
    }
    // Each body has 120 kB: to parse all of them again in each poll would take the time of the proxy, which runs in this process.
    const idOf = oncePerObject((webhook: ReceivedWebhook) => (JSON.parse(webhook.body) as Message).data['id']);
    const receivedIds = (path: string) => new Set(receiver.receivedAt(path).map(idOf));
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
