import { randomUUID } from 'node:crypto';
import { freePort } from '../../embedded/free-port.js';
import type { ApiClient } from '../support/api-client.js';
import { EventListener } from '../support/event-source.js';
import { isSubscription, WaitingCaller } from '../support/simulation-waiting.js';
import type { SimulationRecord } from '../support/simulations.js';
import { waitUntil } from '../support/wait-until.js';

describe('waiting for a simulation', () => {
  let caller: WaitingCaller;
  let api: ApiClient;

  beforeAll(async () => {
    caller = await WaitingCaller.start();
    ({ api } = caller);
  });
  afterAll(() => caller.stop());

  const names = ({ events }: EventListener) => events.map(({ event }) => event);

  it('A request with Prefer: wait returns the current record and Preference-Applied when the time is up', async () => {
    const created = await caller.create('wait=1');
    expect(created).toMatchObject({ status: 202, body: { data: { status: 'queued' } } });
    expect(created.headers.get('preference-applied')).toBe('wait=1');
    expect(created.headers.get('retry-after')).toBe('1');
    const response = await caller.read(created.body.data.id, 'respond-async, wait=1');
    expect(response).toMatchObject({ status: 200, body: { data: { status: 'queued' } } });
    expect((await caller.create()).headers.get('preference-applied')).toBeNull();
  });

  it.each(['wait=0', 'wait=31', 'wait=soon'])(
    'A create with the invalid Prefer: %s gets 400 and creates nothing',
    async (prefer) => {
      const before = await api.call<SimulationRecord[]>('/v1/simulations?limit=100');
      const response = await caller.create(prefer);
      expect(response).toMatchObject({ status: 400, body: { error: 'validation_error' } });
      expect(response.body.meta['issues']).toMatchObject([{ path: 'Prefer' }]);
      const after = await api.call<SimulationRecord[]>('/v1/simulations?limit=100');
      expect(after.body.data).toHaveLength(before.body.data.length);
    },
  );

  it('A waiting request returns the final status even if the subscription was disconnected when the simulation finished', async () => {
    const { id } = (await caller.create()).body.data;
    const waiting = caller.read(id, 'wait=30');
    await caller.waitForFollowers(1);
    await caller.sql(`ALTER TABLE simulations DISABLE TRIGGER simulations_notify`);
    await caller.cancel(id);
    await caller.sql(`ALTER TABLE simulations ENABLE TRIGGER simulations_notify`);
    await caller.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${isSubscription}`);
    expect((await waiting).body.data.status).toBe('canceled');
  });

  it('An event stream resumes after Last-Event-ID and gets 204 if there are no more events', async () => {
    const { id } = (await caller.create()).body.data;
    const first = await EventListener.open(api, id);
    await waitUntil('the first event', () => first.events.length === 1);
    first.close();
    const again = await EventListener.open(api, id, first.events[0]?.id);
    await caller.cancel(id);
    await waitUntil('the stream has ended', () => again.ended);
    expect(names(again)).toEqual(['state', 'done']);
    expect(again.events[0]?.data).toEqual({ id, status: 'canceled' });
    const finishedStream = await EventListener.open(api, id, again.events.at(-1)?.id);
    expect(finishedStream.status).toBe(204);
    const invalidId = await EventListener.open(api, id, '99-0-1; DROP');
    await waitUntil('the stream has ended', () => invalidId.ended);
    expect(names(invalidId)).toEqual(['state', 'done']);
  });

  describe('with a worker', () => {
    let workerMetricsPort: number;

    beforeAll(async () => {
      workerMetricsPort = await freePort();
      await caller.bed.startWorker({ SVC_WORKER_METRICS_PORT: String(workerMetricsPort) });
    });

    it('A create with Prefer: wait, and its replay, return the completed simulation', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      await caller.pause();
      const creating = caller.create('wait=30', headers);
      await caller.waitForFollowers(1);
      await caller.resume();
      const created = await creating;
      expect(created).toMatchObject({ status: 202, body: { data: { status: 'completed' } } });
      expect(created.body.data.summary).not.toBeNull();
      expect(created.headers.get('location')).toBe(`/v1/simulations/${created.body.data.id}`);
      const replay = await caller.create('wait=30', headers);
      expect(replay.headers.get('idempotent-replayed')).toBe('true');
      expect(replay.body.data).toEqual(created.body.data);
    });

    it('Canceling a running simulation stops its run before it is complete', async () => {
      // Takes seconds, so that the run has not finished when the worker learns of the cancellation.
      const heavy = {
        workflow_id: 'repeated-pd-cooperation',
        agent_count: 10_000,
        uncertainty: { parameter_draws: 200 },
      };
      const { id } = (await api.post<SimulationRecord>('/v1/simulations', heavy)).body.data;
      const status = async () => (await caller.read(id, 'wait=1')).body.data.status;
      await waitUntil('the simulation runs', async () => (await status()) === 'running');
      expect((await caller.cancel(id)).status).toBe(200);
      const ended = async () => {
        const text = await (await fetch(`http://127.0.0.1:${workerMetricsPort}/metrics`)).text();
        const runs = /svc_simulation_run_seconds_count\{workflow="repeated-pd-cooperation",outcome="(.*)"\} 1/g;
        return [...text.matchAll(runs)].map(([, outcome]) => outcome);
      };
      await waitUntil('the run has ended', async () => (await ended()).length > 0);
      // A run that had continued to its end would have another outcome.
      expect(await ended()).toEqual(['handed_back']);
      expect(await status()).toBe('canceled');
    });
  });
});
