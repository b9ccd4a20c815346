import { randomUUID } from 'node:crypto';
import { ApiClient } from '../support/api-client.js';
import { expireLeases } from '../support/leases.js';
import { PostgresProxy, type Moment } from '../support/postgres-proxy.js';
import type { AgentRecord, SimulationRecord } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { TestBed } from '../support/test-bed.js';
import { waitUntil } from '../support/wait-until.js';
import { verifyWebhook, WebhookReceiver } from '../support/webhook-receiver.js';
import { createEndpoint, type EndpointRecord } from '../support/webhooks.js';

interface Ensemble {
  id: string;
  status: string;
  models: { simulation_id: string; status: string }[];
  outcomes: object[] | null;
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
const json = { agent_count: 200, seed: 4, models: [model(0.8), model(1), model(1.2)] };
const members = json.models.length;

/** Points of a create: the transaction is lost, or its response. */
const createPoints: Moment[] = ['before', 'after'];
/** Points of a run: the result of a member, the event of the ensemble, and its delivery. */
const runPoints: [statement: string, Moment][] = [
  ['INSERT INTO simulation_results', 'after'],
  ['INSERT INTO webhook_events', 'before'],
  ['UPDATE webhook_deliveries SET attempt_count', 'after'],
];

describe('an ensemble whose processes are killed', () => {
  let bed: TestBed;
  let receiver: WebhookReceiver;
  let owner: ApiClient;
  let endpoint: EndpointRecord;
  const ensembles: Ensemble[] = [];

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    bed = await TestBed.start(settings);
    owner = await bed.newCaller((await bed.startApi()).url);
    endpoint = await createEndpoint(owner, { url: receiver.url('/ensembles') });
  });
  afterAll(async () => {
    await bed.stop();
    await receiver.stop();
  });

  const listed = async <Item>(path: string) => (await owner.call<Item[]>(`/v1/${path}?limit=100`)).body.data;
  const usedQuota = async () =>
    (await owner.call<{ simulations_this_period: number }>('/v1/usage')).body.data.simulations_this_period;
  const sql = (text: string) => sqlOf(bed.servers.sandboxDatabaseUrl)(text);

  it.each(createPoints)(
    'When the API is killed %s it commits an ensemble, a repeat creates or returns one ensemble and uses the quota once',
    async (moment) => {
      const headers = { 'idempotency-key': randomUUID() };
      const send = (api: ApiClient) => api.call<Ensemble>('/v1/ensembles', { method: 'POST', json, headers });
      const proxy = await PostgresProxy.start(bed.servers.sandboxDatabaseUrl);
      const { child, url } = await bed.startApi({ SANDBOX_DATABASE_URL: proxy.url });
      const kill = () => child.kill('SIGKILL');
      proxy.setBreakpoint({
        statement: 'INSERT INTO ensembles',
        moment: 'before',
        action(resume) {
          proxy.setBreakpoint({ statement: 'COMMIT', moment, action: kill });
          resume();
        },
      });
      expect(await send(new ApiClient(url, owner.key)).catch(() => undefined)).toBeUndefined();
      expect(proxy.clearBreakpoint().wasReached).toBe(true);
      await proxy.stop();

      const repeated = await send(owner);
      const isReplayed = repeated.headers.get('idempotent-replayed') === 'true';
      expect([repeated.status, isReplayed]).toEqual([202, moment === 'after']);
      expect((await send(owner)).body.data).toEqual(repeated.body.data);
      ensembles.unshift(repeated.body.data);
      expect((await listed<Ensemble>('ensembles')).map(({ id }) => id)).toEqual(ensembles.map(({ id }) => id));
      expect(await usedQuota()).toBe(members * ensembles.length);
    },
  );

  it('When workers are killed while they write a result, an event and a delivery, each member has one result and each ensemble one event', async () => {
    for (const [statement, moment] of runPoints) {
      const proxy = await PostgresProxy.start(bed.servers.sandboxDatabaseUrl);
      const worker = await bed.startWorker({ SANDBOX_DATABASE_URL: proxy.url });
      proxy.setBreakpoint({ statement, moment, action: () => worker.kill('SIGKILL') });
      await waitUntil(`the worker is killed at ${statement}`, () => worker.signalCode !== null);
      await proxy.stop();
      await expireLeases(bed.servers.sandboxDatabaseUrl, new Date());
      // Skips the time after which deliveries of a lost worker are due again.
      await sql(`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'pending'`);
    }
    await bed.startWorker();
    const events = () =>
      receiver.receivedAt('/ensembles').map((webhook) => {
        const { type, data } = verifyWebhook(webhook, endpoint.secret);
        return { id: webhook.headers['webhook-id'], type, data: data as unknown as Ensemble };
      });
    await waitUntil('each ensemble has an event', () =>
      ensembles.every(({ id }) => events().some(({ data }) => data.id === id)),
    );
    expect(new Set(events().map(({ type }) => type))).toEqual(new Set(['ensemble.completed']));
    expect(await sql('SELECT id FROM webhook_events')).toHaveLength(ensembles.length);

    for (const { id, models } of ensembles) {
      const { data } = (await owner.call<Ensemble>(`/v1/ensembles/${id}`)).body;
      expect(data.status).toBe('completed');
      expect(data.models.map(({ simulation_id }) => simulation_id)).toEqual(models.map((own) => own.simulation_id));
      const own = events().filter((event) => event.data.id === id);
      expect(new Set(own.map((event) => event.id)).size).toBe(1);
      for (const event of own) expect(event.data).toEqual(data);
      for (const { simulation_id } of models) {
        const agents = (await owner.call<AgentRecord[]>(`/v1/simulations/${simulation_id}/results`)).body.data;
        expect(agents.map(({ index }) => index)).toEqual(Array.from({ length: json.agent_count }, (_, k) => k));
      }
    }
    const simulations = (await listed<SimulationRecord>('simulations')).map(({ id }) => id);
    const expected = ensembles.flatMap(({ models }) => models.map(({ simulation_id }) => simulation_id));
    expect(simulations.sort()).toEqual(expected.sort());
    expect(await usedQuota()).toBe(members * ensembles.length);
  });
});
