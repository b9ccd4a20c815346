import type { ChildProcess } from 'node:child_process';
import type { ApiClient } from '../support/api-client.js';
import { createGoal, finishedGoal, type GoalRecord } from '../support/goals.js';
import { expireLeases } from '../support/leases.js';
import { PostgresProxy, type Moment } from '../support/postgres-proxy.js';
import type { AgentRecord, SimulationRecord } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { createSweep, finishedSweep, type SweepRecord } from '../support/sweeps.js';
import { TestBed } from '../support/test-bed.js';
import { waitUntil } from '../support/wait-until.js';
import { verifyWebhook, WebhookReceiver } from '../support/webhook-receiver.js';
import { createEndpoint } from '../support/webhooks.js';

interface Ensemble {
  id: string;
  status: string;
  models: { simulation_id: string; status: string }[];
}

const settings = {
  SVC_ALLOW_PRIVATE_WEBHOOKS: '1',
  // Each kill then loses one run. A simulation that is lost three times fails.
  SVC_PLAN_LIMITS: '{"growth":{"concurrent_simulations":1}}',
};
const model = (factor: number) => ({
  workflow_id: 'swissmetro-mode-choice',
  scenario_context: { train_cost_factor: factor },
});

describe('studies whose workers are killed', () => {
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
    url = (await bed.startApi()).url;
    worker = await startWorker();
  });
  beforeEach(async () => {
    api = await bed.newCaller(url, expect.getState().currentTestName);
  });
  afterAll(async () => {
    await bed.stop();
    await proxy.stop();
    await receiver.stop();
  });

  const startWorker = () => bed.startWorker({ SANDBOX_DATABASE_URL: proxy.url });
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
    await sqlOf(bed.servers.sandboxDatabaseUrl)(
      `UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'pending'`,
    );
  }

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
    // Takes longer than the interval of the heartbeats.
    const request = {
      workflow_id: 'catsup-brand-choice',
      agent_count: 3_000,
      parameters: [{ name: 'heinz28_price' }, { name: 'heinz32_price' }],
      objective: { goal: 'maximize', share: 'heinz28' },
    };
    const { id } = (await createGoal(api, request)).body.data;
    const read = async () => (await api.call<GoalRecord>(`/v1/goals/${id}`)).body.data;
    await waitUntil('the goal runs', async () => (await read()).status === 'running');
    killAt('UPDATE simulations SET agents_done', 'after');
    await waitUntil('the worker is killed', () => worker.signalCode !== null);
    expect(await read()).toMatchObject({ status: 'running', result: null });
    await replaceKilled();
    const first = await finishedGoal(api, id);
    expect(first).toMatchObject({ status: 'completed', quota: 120 });
    expect(await used()).toBe(120);
    const again = await finishedGoal(api, (await createGoal(api, request)).body.data.id);
    expect(again.digest).toBe(first.digest);
  });

  it('Each member of an ensemble has one result, and the ensemble one event, after workers were killed during the result and the event', async () => {
    const endpoint = await createEndpoint(api, { url: receiver.url('/ensembles') });
    const json = { agent_count: 200, seed: 4, models: [model(0.8), model(1), model(1.2)] };
    const count = json.models.length;
    killAt('INSERT INTO simulation_results', 'after');
    const created = await api.post<Ensemble>('/v1/ensembles', json);
    expect(created.status).toBe(202);
    await waitUntil('the worker is killed', () => worker.signalCode !== null);
    killAt('INSERT INTO webhook_events', 'before');
    await replaceKilled();
    await replaceKilled();
    const { id, models } = created.body.data;
    await waitUntil('the ensemble has an event', () => receiver.receivedAt('/ensembles').length > 0);
    const { data } = (await api.call<Ensemble>(`/v1/ensembles/${id}`)).body;
    expect(data.status).toBe('completed');
    expect(data.models.map(({ simulation_id }) => simulation_id)).toEqual(models.map((own) => own.simulation_id));
    const webhooks = receiver.receivedAt('/ensembles');
    expect(new Set(webhooks.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const webhook of webhooks) {
      expect(verifyWebhook(webhook, endpoint.secret)).toMatchObject({ type: 'ensemble.completed', data });
    }
    for (const { simulation_id } of models) {
      const agents = (await api.call<AgentRecord[]>(`/v1/simulations/${simulation_id}/results`)).body.data;
      expect(agents.map(({ index }) => index)).toEqual(Array.from({ length: json.agent_count }, (_, k) => k));
    }
    const simulations = (await api.call<SimulationRecord[]>('/v1/simulations?limit=100')).body.data;
    expect(simulations.map((one) => one.id).sort()).toEqual(models.map((one) => one.simulation_id).sort());
    expect(await used()).toBe(count);
  });
});
