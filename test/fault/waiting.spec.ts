import { randomUUID } from 'node:crypto';
import { freePort } from '../../embedded/free-port.js';
import type { ApiClient } from '../support/api-client.js';
import { EventListener } from '../support/event-source.js';
import { TestBed } from '../support/test-bed.js';
import { workflowId, type SimulationRecord } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { waitUntil } from '../support/wait-until.js';

const listening = `query = 'LISTEN "simulations"'`;
const json = { workflow_id: workflowId, agent_count: 20 };

describe('who waits for a simulation', () => {
  let bed: TestBed;
  let api: ApiClient;
  let sql: ReturnType<typeof sqlOf>;
  let metricsPort: number;

  beforeAll(async () => {
    bed = await TestBed.start();
    metricsPort = await freePort();
    api = await bed.newCaller((await bed.startApi({ SVC_API_METRICS_PORT: String(metricsPort) })).url);
    sql = sqlOf(bed.servers.sandboxDatabaseUrl);
  });
  afterAll(() => bed.stop());

  const create = (prefer?: string, headers: Record<string, string> = {}) =>
    api.call<SimulationRecord>('/v1/simulations', {
      ...{ method: 'POST', json, headers: { ...headers, ...(prefer !== undefined && { prefer }) } },
    });
  const read = (id: string, prefer: string) =>
    api.call<SimulationRecord>(`/v1/simulations/${id}`, { headers: { prefer } });
  const connections = async (where: string) => {
    const [row] = await sql<{ count: number }>(`SELECT count(*)::int FROM pg_stat_activity WHERE ${where}`);
    return row?.count ?? NaN;
  };
  /** Until so many callers of the process have come as far as to wait. */
  const waitingAre = (count: number, port = metricsPort) =>
    waitUntil(`${count} wait`, async () => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return text.includes(`svc_simulation_followers ${count}\n`);
    });

  it('is answered when the time is up with the record as it then is, and told what was preferred', async () => {
    const created = await create('wait=1');
    expect(created).toMatchObject({ status: 202, body: { data: { status: 'queued' } } });
    expect(created.headers.get('preference-applied')).toBe('wait=1');
    expect(created.headers.get('retry-after')).toBe('1');
    const response = await read(created.body.data.id, 'respond-async, wait=1');
    expect(response).toMatchObject({ status: 200, body: { data: { status: 'queued' } } });
    expect((await create()).headers.get('preference-applied')).toBeNull();
  });

  it.each(['wait=0', 'wait=31', 'wait=soon'])('%s is refused, and creates nothing', async (prefer) => {
    const before = await api.call<SimulationRecord[]>('/v1/simulations?limit=100');
    const response = await create(prefer);
    expect(response).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    expect(response.body.meta['issues']).toMatchObject([{ path: 'Prefer' }]);
    const after = await api.call<SimulationRecord[]>('/v1/simulations?limit=100');
    expect(after.body.data).toHaveLength(before.body.data.length);
  });

  it('costs one subscription and no connection of the pool, however many wait; each is told of a cancel', async () => {
    const { id } = (await create()).body.data;
    const waiting = Array.from({ length: 60 }, () => read(id, 'wait=30'));
    await waitingAre(60);
    await waitUntil(
      'no query is under way',
      async () => (await connections(`state <> 'idle' AND pid <> pg_backend_pid()`)) === 0,
    );
    expect((await api.post(`/v1/simulations/${id}/cancel`, undefined)).status).toBe(200);
    const responses = await Promise.all(waiting);
    expect(new Set(responses.map(({ body }) => body.data.status))).toEqual(new Set(['canceled']));
    expect(responses.every(({ headers }) => headers.get('retry-after') === null)).toBe(true);
    expect(await connections(listening)).toBe(1);
    await waitingAre(0);
  });

  it('hears of the end also when the subscription was cut off while it ended', async () => {
    const { id } = (await create()).body.data;
    const waiting = read(id, 'wait=30');
    await waitingAre(1);
    await sql(`ALTER TABLE simulations DISABLE TRIGGER simulations_notify`);
    await api.post(`/v1/simulations/${id}/cancel`, undefined);
    await sql(`ALTER TABLE simulations ENABLE TRIGGER simulations_notify`);
    await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${listening}`);
    expect((await waiting).body.data.status).toBe('canceled');
  });

  it('gets the completed record from the create itself, and from its replay, where a worker runs', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [created, worker] = await Promise.all([create('wait=30', headers), bed.startWorker()]);
    expect(created).toMatchObject({ status: 202, body: { data: { status: 'completed' } } });
    expect(created.body.data.summary).not.toBeNull();
    expect(created.headers.get('location')).toBe(`/v1/simulations/${created.body.data.id}`);
    const replay = await create('wait=30', headers);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.body.data).toEqual(created.body.data);
    await bed.kill(worker);
  });

  it('is answered, not cut off, when the API is told to stop; one who has gone is waited for no more', async () => {
    const port = await freePort();
    const { child, url } = await bed.startApi({ SVC_API_METRICS_PORT: String(port) });
    const other = await bed.newCaller(url, 'Stopping');
    const { id } = (await other.post<SimulationRecord>('/v1/simulations', json)).body.data;
    const gone = new AbortController();
    const left = fetch(`${url}/v1/simulations/${id}`, {
      headers: { authorization: `Bearer ${other.key}`, prefer: 'wait=30' },
      signal: gone.signal,
    }).catch((error: Error) => error.name);
    let answered = false;
    const waiting = other
      .call<SimulationRecord>(`/v1/simulations/${id}`, { headers: { prefer: 'wait=20' } })
      .finally(() => (answered = true));
    await waitingAre(2, port);
    gone.abort();
    expect(await left).toBe('AbortError');
    await waitingAre(1, port);
    expect(answered).toBe(false);
    await bed.kill(child, 'SIGTERM');
    expect(await waiting).toMatchObject({ status: 200, body: { data: { status: 'queued' } } });
  });

  describe('by listening', () => {
    const names = ({ events }: EventListener) => events.map(({ event }) => event);

    it('hears of its states as they come, over one subscription, and of the end with the record; then the stream ends', async () => {
      const { id } = (await create()).body.data;
      const listeners = await Promise.all(Array.from({ length: 50 }, () => EventListener.open(api, id)));
      await waitUntil('all have heard the state', () => listeners.every((listener) => listener.events.length === 1));
      await waitingAre(50);
      expect(await connections(listening)).toBe(1);
      const worker = await bed.startWorker();
      await waitUntil('all have ended', () => listeners.every(({ ended }) => ended));
      const record = (await read(id, 'wait=1')).body.data;
      for (const listener of listeners) {
        // Whether it was seen running is a matter of luck: it runs for a moment.
        const states = listener.events.filter(({ event }) => event === 'state').map(({ data }) => data);
        const seen = states.filter(({ status }) => status !== 'running');
        expect(seen).toEqual([
          { id, status: 'queued' },
          { id, status: 'completed' },
        ]);
        expect(names(listener).filter((name) => name !== 'progress')).toEqual([...states.map(() => 'state'), 'done']);
        expect(listener.events.at(-1)?.data).toEqual(record);
      }
      await bed.kill(worker);
    });

    it('goes on where it was cut off, and is told 204 when it has heard all', async () => {
      const { id } = (await create()).body.data;
      const first = await EventListener.open(api, id);
      await waitUntil('the first event', () => first.events.length === 1);
      first.close();
      const again = await EventListener.open(api, id, first.events[0]?.id);
      await api.post(`/v1/simulations/${id}/cancel`, undefined);
      await waitUntil('the end', () => again.ended);
      expect(names(again)).toEqual(['state', 'done']);
      expect(again.events[0]?.data).toEqual({ id, status: 'canceled' });
      const late = await EventListener.open(api, id, again.events.at(-1)?.id);
      expect(late.status).toBe(204);
      const confused = await EventListener.open(api, id, '99-0-1; DROP');
      await waitUntil('the end', () => confused.ended);
      expect(names(confused)).toEqual(['state', 'done']);
    });

    it('is refused before the stream begins like any other call, and by 429 above 64 listeners; each that leaves makes room', async () => {
      expect(await api.call(`/v1/simulations/sim_${'0'.repeat(32)}/events`)).toMatchObject({
        ...{ status: 404, body: { error: 'simulation_not_found' } },
      });
      const { id } = (await create()).body.data;
      const listeners = await Promise.all(Array.from({ length: 64 }, () => EventListener.open(api, id)));
      expect(new Set(listeners.map(({ status }) => status))).toEqual(new Set([200]));
      const refused = await api.call(`/v1/simulations/${id}/events`);
      expect(refused).toMatchObject({
        ...{ status: 429, body: { error: 'event_stream_limit_reached', meta: { stream_limit: 64 } } },
      });
      expect(refused.headers.get('retry-after')).toBe('5');
      listeners.forEach((listener) => listener.close());
      let next: EventListener | undefined;
      await waitUntil('there is room', async () => (next = await EventListener.open(api, id)).status === 200);
      expect((await api.call(`/v1/simulations/${id}/events`, { method: 'HEAD' })).status).toBe(200);
      next?.close();
    });

    it('ends, and is not cut off, when the API is told to stop', async () => {
      const { child, url } = await bed.startApi();
      const other = await bed.newCaller(url, 'Stopping listeners');
      const { id } = (await other.post<SimulationRecord>('/v1/simulations', json)).body.data;
      const listener = await EventListener.open(other, id);
      await waitUntil('the first event', () => listener.events.length === 1);
      await bed.kill(child, 'SIGTERM');
      await waitUntil('the end', () => listener.ended);
    });
  });

  it('who cancels a simulation that runs stops the run itself, in the middle of it', async () => {
    const port = await freePort();
    const worker = await bed.startWorker({ SVC_WORKER_METRICS_PORT: String(port) });
    // Seconds of work, so that it has not ended by itself when the word reaches it.
    const heavy = {
      workflow_id: 'repeated-pd-cooperation',
      agent_count: 10_000,
      uncertainty: { parameter_draws: 200 },
    };
    const { id } = (await api.post<SimulationRecord>('/v1/simulations', heavy)).body.data;
    await waitUntil('it runs', async () => (await read(id, 'wait=1')).body.data.status === 'running');
    expect((await api.post(`/v1/simulations/${id}/cancel`, undefined)).status).toBe(200);
    const ended = async () => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      // What others left in the queue runs as well.
      const runs = /svc_simulation_run_seconds_count\{workflow="repeated-pd-cooperation",outcome="(.*)"\} 1/g;
      return [...text.matchAll(runs)].map(([, outcome]) => outcome);
    };
    await waitUntil('the run has ended', async () => (await ended()).length > 0);
    // A run that had gone on to its end would have been taken over.
    expect(await ended()).toEqual(['handed_back']);
    expect((await read(id, 'wait=1')).body.data.status).toBe('canceled');
    await bed.kill(worker);
  });
});
