import type { ApiClient } from '../support/api-client.js';
import { FaultyService } from '../support/faults/faulty-service.js';
import { KillableWorker, oneRunAtATime } from '../support/faults/killable-worker.js';
import { createFit, finishedFit, uploadLetters } from '../support/fits.js';
import { createGoal, finishedGoal, type GoalRecord } from '../support/goals.js';
import type { AgentRecord } from '../support/simulations.js';
import { createSweep, type SweepRecord } from '../support/sweeps.js';
import { waitUntil } from '../support/wait-until.js';
import { verifyWebhook, type WebhookReceiver } from '../support/webhook-receiver.js';
import { createEndpoint, sendTestEvent, waitForDelivery } from '../support/webhooks.js';

describe('the work of killed and stopped workers', () => {
  let service: FaultyService;
  let receiver: WebhookReceiver;
  let worker: KillableWorker;
  let api: ApiClient;

  beforeAll(async () => {
    service = await FaultyService.start(oneRunAtATime);
    ({ receiver } = service);
    worker = await KillableWorker.start(service);
  });
  beforeEach(async () => (api = await service.newCaller()));
  afterAll(async () => {
    await service.stop();
    await worker.stop();
  });

  const endpointAt = (path: string) => createEndpoint(api, { url: receiver.url(path) });
  const used = async () =>
    (await api.call<{ simulations_this_period: number }>('/v1/usage')).body.data.simulations_this_period;

  it('A goal completes with the same result, and uses the quota once, after its worker was killed', async () => {
    const request = {
      workflow_id: 'catsup-brand-choice',
      parameters: [{ name: 'heinz28_price' }, { name: 'heinz32_price' }],
      objective: { goal: 'maximize', share: 'heinz28' },
    };
    worker.killAt('INSERT INTO simulation_results', 'before');
    const { id } = (await createGoal(api, request)).body.data;
    const read = async () => (await api.call<GoalRecord>(`/v1/runs/${id}`)).body.data;
    await worker.waitForKill();
    expect(await read()).toMatchObject({ status: 'running', result: null });
    await worker.replaceKilled();
    const first = await finishedGoal(api, id);
    expect(first).toMatchObject({ status: 'completed', quota: 8 });
    expect(await used()).toBe(8);
    const again = await finishedGoal(api, (await createGoal(api, request)).body.data.id);
    expect(again.digest).toBe(first.digest);
  });

  it('A fit completes with the same result, and uses the quota once, after its worker was killed', async () => {
    worker.killAt('INSERT INTO simulation_results', 'before');
    const dataset_id = await uploadLetters(api);
    const { id } = (await createFit(api, { dataset_id })).body.data;
    await worker.replaceKilled();
    const first = await finishedFit(api, id);
    expect(first).toMatchObject({ status: 'completed', quota: 1 });
    expect(await used()).toBe(1);
    const again = await finishedFit(api, (await createFit(api, { dataset_id })).body.data.id);
    expect(again.digest).toBe(first.digest);
  });

  it('Each point of a sweep has one result, and the sweep one event, after its worker was killed during the event', async () => {
    const endpoint = await endpointAt('/sweeps');
    const values = [0.8, 1, 1.2];
    worker.killAt('INSERT INTO webhook_events', 'before');
    const created = await createSweep(api, { agent_count: 200, parameters: [{ name: 'train_cost_factor', values }] });
    expect(created.status).toBe(202);
    await worker.replaceKilled();
    const { id } = created.body.data;
    await waitUntil('the sweep has an event', () => receiver.receivedAt('/sweeps').length > 0);
    const { points, ...data } = (await api.call<SweepRecord>(`/v1/runs/${id}`)).body.data;
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

  it('A hanging delivery is immediately available to the next worker when its worker stops', async () => {
    const path = '/hangs';
    const { id } = await endpointAt(path);
    receiver.behaviors[path] = 'hangs';
    const delivery = await sendTestEvent(api, id);
    await receiver.waitFor(path);
    await worker.replaceStopped('SIGTERM', async () => {
      await waitUntil('the connection is closed', () => receiver.openRequestCount === 0);
      const { status, next_attempt_at, attempts } = await waitForDelivery(api, delivery, () => true);
      expect({ status, attempts }).toEqual({ status: 'pending', attempts: [] });
      expect(Date.parse(next_attempt_at ?? '')).toBeLessThanOrEqual(Date.now());
      receiver.behaviors[path] = { status: 200 };
    });
    await waitForDelivery(api, delivery, (it) => it.status === 'succeeded');
  });
});
