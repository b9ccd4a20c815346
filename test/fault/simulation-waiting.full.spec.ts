import { randomUUID } from 'node:crypto';
import { freePort } from '../../embedded/free-port.js';
import type { ApiClient } from '../support/api-client.js';
import { EventListener } from '../support/event-source.js';
import { isSubscription, WaitingCaller, smallSimulation } from '../support/simulation-waiting.js';
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

  it.each(['wait=0', 'wait=soon'])('A create ignores the malformed Prefer: %s and does not wait', async (prefer) => {
    const response = await caller.create(prefer);
    expect(response).toMatchObject({ status: 202, body: { data: { status: 'queued' } } });
    expect(response.headers.get('preference-applied')).toBeNull();
  });

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

  it('Sixty waiting requests share one subscription, use no pool connections, and all return when the simulation is canceled', async () => {
    const { id } = (await caller.create()).body.data;
    const waiting = Array.from({ length: 60 }, () => caller.read(id, 'wait=30'));
    await caller.waitForFollowers(60);
    await waitUntil(
      'no query is running',
      async () => (await caller.connections(`state <> 'idle' AND pid <> pg_backend_pid()`)) === 0,
    );
    expect((await caller.cancel(id)).status).toBe(200);
    const responses = await Promise.all(waiting);
    expect(new Set(responses.map(({ body }) => body.data.status))).toEqual(new Set(['canceled']));
    expect(responses.every(({ headers }) => headers.get('retry-after') === null)).toBe(true);
    expect(await caller.connections(isSubscription)).toBe(1);
    await caller.waitForFollowers(0);
  });

  it('When the API stops, waiting requests get a response and event streams end, and a disconnected client no longer waits', async () => {
    const port = await freePort();
    const { child, url } = await caller.bed.startApi({ SVC_API_METRICS_PORT: String(port) });
    const other = await caller.bed.newCaller(url, 'Stopping');
    const { id } = (await other.post<SimulationRecord>('/v1/simulations', smallSimulation)).body.data;
    const listener = await EventListener.open(other, id);
    await waitUntil('the first event', () => listener.events.length === 1);
    const abort = new AbortController();
    const disconnected = fetch(`${url}/v1/simulations/${id}`, {
      headers: { authorization: `Bearer ${other.key}`, prefer: 'wait=30' },
      signal: abort.signal,
    }).catch((error: Error) => error.name);
    let hasResponse = false;
    const waiting = other
      .call<SimulationRecord>(`/v1/simulations/${id}`, { headers: { prefer: 'wait=20' } })
      .finally(() => (hasResponse = true));
    await caller.waitForFollowers(3, port);
    abort.abort();
    expect(await disconnected).toBe('AbortError');
    await caller.waitForFollowers(2, port);
    expect(hasResponse).toBe(false);
    // On a process that does not stop. The responses must come before the time is up.
    const ownId = (await caller.create()).body.data.id;
    const shorterWait = caller.read(ownId, 'wait=10');
    await caller.bed.kill(child, 'SIGTERM');
    await waitUntil('the stream has ended', () => listener.ended);
    const first = await Promise.race([waiting, shorterWait.then(() => 'the time is up')]);
    expect(first).toMatchObject({ status: 200, body: { data: { status: 'queued' } } });
    await caller.cancel(ownId);
    await shorterWait;
  });

  it('An event stream of an unknown simulation gets 404, and more than 20 streams get 429 until one is closed', async () => {
    expect(await api.call(`/v1/simulations/sim_${'0'.repeat(32)}/events`)).toMatchObject({
      status: 404,
      body: { error: 'simulation_not_found' },
    });
    const { id } = (await caller.create()).body.data;
    const listeners = await Promise.all(Array.from({ length: 20 }, () => EventListener.open(api, id)));
    expect(new Set(listeners.map(({ status }) => status))).toEqual(new Set([200]));
    const rejected = await api.call(`/v1/simulations/${id}/events`);
    expect(rejected).toMatchObject({
      status: 429,
      body: { error: 'event_stream_limit_reached', meta: { stream_limit: 20 } },
    });
    expect(rejected.headers.get('retry-after')).toBe('5');
    listeners.forEach((listener) => listener.close());
    let next: EventListener | undefined;
    await waitUntil('a new stream is accepted', async () => (next = await EventListener.open(api, id)).status === 200);
    expect((await api.call(`/v1/simulations/${id}/events`, { method: 'HEAD' })).status).toBe(200);
    next?.close();
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

    it('Twenty event streams share one subscription, report each status and end with the record of the simulation', async () => {
      await caller.pause();
      const { id } = (await caller.create()).body.data;
      const listeners = await Promise.all(Array.from({ length: 20 }, () => EventListener.open(api, id)));
      await waitUntil('all streams have the first status', () =>
        listeners.every((listener) => listener.events.length === 1),
      );
      await caller.waitForFollowers(20);
      expect(await caller.connections(isSubscription)).toBe(1);
      await caller.resume();
      await waitUntil('all streams have ended', () => listeners.every(({ ended }) => ended));
      const record = (await caller.read(id, 'wait=1')).body.data;
      for (const listener of listeners) {
        // The simulation runs for a moment only, so the status `running` may be missing.
        const states = listener.events.filter(({ event }) => event === 'state').map(({ data }) => data);
        const stableStates = states.filter(({ status }) => status !== 'running');
        expect(stableStates).toEqual([
          { id, status: 'queued' },
          { id, status: 'completed' },
        ]);
        const names = listener.events.map(({ event }) => event).filter((name) => name !== 'progress');
        expect(names).toEqual([...states.map(() => 'state'), 'done']);
        expect(listener.events.at(-1)?.data).toEqual(record);
      }
    });
  });
});
