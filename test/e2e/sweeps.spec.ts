import { randomUUID } from 'node:crypto';
import { parquetReadObjects } from 'hyparquet';
import type { ApiClient } from '../support/api-client.js';
import { EventListener } from '../support/event-source.js';
import { whileQueuePaused } from '../support/pause-queue.js';
import { reproduceHere } from '../support/reproduce.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, finished, simulate, type SimulationRecord } from '../support/simulations.js';
import { createSweep, finishedSweep, type SweepRecord } from '../support/sweeps.js';
import { listDeliveries, createEndpoint, type DeliveryRecord } from '../support/webhooks.js';
import { waitUntil } from '../support/wait-until.js';

const grid = [
  { name: 'train_cost_factor', from: 0.8, to: 1.2, steps: 3 },
  { name: 'car_cost_factor', values: [1, 1.5] },
];

describe('parameter sweeps', () => {
  let api: ApiClient;
  let sweep: SweepRecord;

  const used = async () =>
    (await api.call<{ simulations_this_period: number }>('/v1/usage')).body.data.simulations_this_period;

  beforeAll(async () => {
    api = await newCaller();
    await createEndpoint(api, { url: 'https://hooks.invalid/' });
    const created = await createSweep(api, { agent_count: 300, seed: 5, parameters: grid });
    expect(created).toMatchObject({ status: 202, body: { data: { status: 'queued', progress: { points_total: 6 } } } });
    expect(created.headers.get('location')).toBe(`/v1/runs/${created.body.data.id}`);
    sweep = await finishedSweep(api, created.body.data.id);
  });

  it('A sweep simulates each combination of the values of two parameters and uses the quota once per point', async () => {
    expect(sweep).toMatchObject({
      status: 'completed',
      seed: 5,
      completed_at: expect.any(String) as string,
      progress: { points_total: 6, points: { completed: 6, failed: 0 }, agents_done: 1_800, agents_total: 1_800 },
    });
    expect(sweep.scenario_context).not.toHaveProperty('train_cost_factor');
    expect(sweep.points.map(({ values }) => Object.values(values))).toEqual([
      ...[0.8, 1, 1.2].flatMap((train) => [1, 1.5].map((car) => [train, car])),
    ]);
    expect(await used()).toBe(6);
  });

  it('Each sweep point has the digest and summary of a single simulation with the same values and seed', async () => {
    const { simulation_id, values } = sweep.points[3]!;
    const point = await finished(api, simulation_id);
    const single = await simulate(api, { agent_count: 300, seed: 5, scenario_context: values });
    expect(single.digest).toBe(point.digest);
    expect(single.summary).toEqual(point.summary);
  });

  it('Sweep points are listed only with the filter sweep_id', async () => {
    const { body } = await createSimulation(api, { agent_count: 1 });
    const list = async (query: string) => (await api.call<SimulationRecord[]>(`/v1/simulations${query}`)).body.data;
    const ids = sweep.points.map(({ simulation_id }) => simulation_id);
    expect((await list('?limit=100')).map(({ id }) => id)).toContain(body.data.id);
    expect((await list('?limit=100')).filter(({ id }) => ids.includes(id))).toEqual([]);
    expect((await list(`?sweep_id=${sweep.id}`)).map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(await (await newCaller()).call(`/v1/simulations?sweep_id=${sweep.id}`)).toMatchObject({
      body: { data: [] },
    });
  });

  it('The table of a sweep contains values, shares, intervals and differences, in JSON, CSV and Parquet', async () => {
    const path = `/v1/runs/${sweep.id}/table`;
    const { body, headers } = await api.call<Record<string, number | string>[]>(path);
    expect(headers.get('etag')).toMatch(/^"/);
    expect(body.meta).toEqual({ points_total: 6, points_completed: 6 });
    expect(body.data).toHaveLength(6);
    const point = await finished(api, sweep.points[1]!.simulation_id);
    const train = point.summary!.outcomes.find(({ id }) => id === 'train') as unknown as {
      share: number;
      interval: number[];
      difference: number;
      errors: { simulation: number };
    };
    expect(body.data[1]).toMatchObject({
      point: 1,
      simulation_id: point.id,
      status: 'completed',
      'parameter.train_cost_factor': 0.8,
      'parameter.car_cost_factor': 1.5,
      'share.train': train.share,
      'share_low.train': train.interval[0],
      'difference.train': train.difference,
      'share_simulation_error.train': train.errors.simulation,
      interval_level: 0.95,
    });
    const csv = await api.call(`${path}?format=csv`);
    expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="${sweep.id}.csv"`);
    const lines = csv.text.trim().split('\r\n');
    expect(lines).toHaveLength(7);
    expect(lines[0]).toBe(Object.keys(body.data[0]!).join(','));
    const parquet = await fetch(`${api.url}${path}`, {
      headers: { authorization: `Bearer ${api.key}`, accept: 'application/vnd.apache.parquet' },
    });
    expect(await parquetReadObjects({ file: await parquet.arrayBuffer() })).toEqual(body.data);
  });

  it('A finished sweep emits sweep.completed once, and its points emit no events', async () => {
    let sent: DeliveryRecord[] = [];
    await waitUntil('the event', async () =>
      (sent = await listDeliveries(api)).some(({ event_type }) => event_type === 'sweep.completed'),
    );
    expect(sent.filter(({ event_type }) => event_type === 'sweep.completed')).toHaveLength(1);
    const ids = new Set<string | null>(sweep.points.map(({ simulation_id }) => simulation_id));
    expect(sent.filter(({ simulation_id }) => ids.has(simulation_id))).toEqual([]);
  });

  it('A sweep with its own webhook URL sends its event only to that URL', async () => {
    const webhook_url = 'https://own.invalid/sweeps';
    const { data } = (await createSweep(api, { webhook_url })).body;
    expect(data.webhook_url).toBe(webhook_url);
    await finishedSweep(api, data.id);
    const ownDeliveries = async () => (await listDeliveries(api)).filter(({ url }) => url === webhook_url);
    await waitUntil('the event', async () => (await ownDeliveries()).length > 0);
    expect(await ownDeliveries()).toMatchObject([{ endpoint_id: null, event_type: 'sweep.completed' }]);
    expect((await listDeliveries(api)).filter(({ event_type }) => event_type === 'sweep.completed')).toHaveLength(2);
    expect(await createSweep(api, { webhook_url: 'ftp://own.invalid' })).toMatchObject({ status: 400 });
  });

  it('A dry run of a sweep returns the cost of all points and queues nothing', async () => {
    const before = await used();
    const sweeps = async () => (await api.call<SweepRecord[]>('/v1/runs?kind=sweep')).body.data.length;
    const sweepsBefore = await sweeps();
    const outsideRange = [{ name: 'train_cost_factor', values: [1, 5] }, grid[1]];
    const { status, body } = await createSweep(api, { agent_count: 300, dry_run: true, parameters: outsideRange });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      dry_run: true,
      points_total: 4,
      parameters: outsideRange,
      warnings: [
        { parameter: 'car_cost_factor', value: 1.5 },
        { parameter: 'train_cost_factor', value: 5 },
      ],
      cost: { simulations: 4, simulations_left: 10_000 - before, sufficient: true },
    });
    expect(body.data.scenario_context).not.toHaveProperty('train_cost_factor');
    expect([await used(), await sweeps()]).toEqual([before, sweepsBefore]);
    const invalidType = [{ name: 'train_cost_factor', values: ['free'] }];
    expect((await createSweep(api, { dry_run: true, parameters: invalidType })).body.error).toBe(
      'invalid_scenario_context',
    );
  });

  it('A repeated Idempotency-Key creates one sweep, and a sweep that exceeds the quota creates no points', async () => {
    const before = await used();
    const headers = { 'idempotency-key': randomUUID() };
    const json = { workflow_id: 'swissmetro-mode-choice', agent_count: 1, parameters: grid };
    const [first, again] = [
      await api.call<SweepRecord>('/v1/sweeps', { method: 'POST', json, headers }),
      await api.call<SweepRecord>('/v1/sweeps', { method: 'POST', json, headers }),
    ];
    expect(again.body.data).toEqual(first.body.data);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await used()).toBe(before + 6);
    const small = await newCaller({ plan: 'sandbox' });
    const range = { name: 'train_cost_factor', from: 0.8, to: 1.2, steps: 101 };
    expect(await createSweep(small, { parameters: [range] })).toMatchObject({
      status: 402,
      body: {
        error: 'insufficient_quota',
        meta: {
          ...{ simulation_limit: 100, simulations_left: 100, simulations_needed: 101 },
          message: expect.stringMatching(
            /^The quota of this month leaves 100 simulations, and this parameter sweep needs 101\. /,
          ) as unknown,
        },
      },
    });
    expect((await small.call('/v1/runs?kind=sweep')).body.data).toEqual([]);
    expect((await small.call<{ simulations_this_period: number }>('/v1/usage')).body.data.simulations_this_period).toBe(
      0,
    );
  });

  it('A sweep with invalid values gets 400 with the index of the parameter', async () => {
    const rejected = async (parameters: unknown) => (await createSweep(api, { parameters: parameters as [] })).body;
    expect(await rejected([{ name: 'warp_factor', values: [1, 2] }])).toMatchObject({
      error: 'invalid_scenario_context',
      meta: { issues: [{ path: 'parameters.0' }] },
    });
    const invalidValues = await rejected([grid[1], { name: 'train_cost_factor', values: [1, -5, 'free'] }]);
    expect(invalidValues.error).toBe('invalid_scenario_context');
    expect(invalidValues.meta['issues']).toMatchObject([{ path: 'parameters.1' }, { path: 'parameters.1' }]);
    for (const parameters of [
      [],
      [...grid, ...grid],
      [{ name: 'a', values: [1, 1] }],
      [{ name: 'a', from: 1, to: 2, steps: 1 }],
    ]) {
      expect((await rejected(parameters)).error).toBe('validation_error');
    }
  });

  it('Canceling a sweep refunds its queued points and keeps completed points', async () => {
    const before = await used();
    const range = { name: 'train_cost_factor', from: 0.8, to: 1.2, steps: 60 };
    const { data } = (await createSweep(api, { agent_count: 10_000, parameters: [range] })).body;
    const canceled = await api.post<SweepRecord>(`/v1/runs/${data.id}/cancel`, undefined);
    expect(canceled).toMatchObject({ status: 200, body: { data: { status: 'canceled' } } });
    const { points } = canceled.body.data.progress;
    expect(points).toMatchObject({ queued: 0, running: 0, failed: 0 });
    const { body } = await api.call<{ simulations_this_period: number }>('/v1/usage');
    const charged = body.data.simulations_this_period - before;
    expect(charged).toBeLessThan(60);
    expect(charged).toBeGreaterThanOrEqual(points['completed'] ?? NaN);
    expect(await api.post(`/v1/runs/${data.id}/cancel`, undefined)).toMatchObject({
      status: 409,
      body: { error: 'run_already_finished', meta: { status: 'canceled' } },
    });
  });

  it('A sweep waits with Prefer, streams its progress, and has a report and a manifest that reproduces it', async () => {
    const json = { workflow_id: 'swissmetro-mode-choice', agent_count: 200, seed: 1, parameters: [grid[1]] };
    const headers = { prefer: 'wait=30' };
    const { status, body } = await api.call<SweepRecord>('/v1/sweeps', { method: 'POST', json, headers });
    expect([status, body.data.status, body.data.progress.points['completed']]).toEqual([202, 'completed', 2]);
    const path = `/v1/runs/${body.data.id}`;
    const read = (await api.call<SweepRecord>(path)).body.data;
    const stream = await EventListener.open(api, body.data.id);
    await waitUntil('the stream has ended', () => stream.ended);
    expect(stream.events.map(({ event }) => event)).toEqual(['state', 'done']);
    const { points, ...record } = read;
    expect(points).toHaveLength(2);
    expect(stream.events.at(-1)!.data).toEqual(record);
    const report = await fetch(`${api.url}${path}/report`, { headers: { authorization: `Bearer ${api.key}` } });
    expect(report.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await report.text()).toMatch(/<p class="view-answer">Swissmetro is between [\d.]+% \(.*\) and [\d.]+% \(/);
    const named = await api.call<SweepRecord & { name: string }>(path, {
      method: 'PATCH',
      json: { name: 'Car costs' },
    });
    expect(named.body.data).toEqual({ ...record, name: 'Car costs' });
    const manifest = (await api.call<object>(`${path}/manifest`)).body.data;
    expect(manifest).toMatchObject({ seed: 1, agent_count: 200, parameters: [grid[1]] });
    expect(JSON.parse((await reproduceHere(manifest, '--json')).stdout)).toMatchObject({ reproduced: true });
  });

  it('A stream of a sweep reports the progress of its points', async () => {
    const { id, stream } = await whileQueuePaused(async () => {
      const { id } = (await createSweep(api, { parameters: [grid[1]] })).body.data;
      const stream = await EventListener.open(api, id);
      await waitUntil('the stream has started', () => stream.events.length === 1);
      return { id, stream };
    });
    await waitUntil('the stream has ended', () => stream.ended);
    const states = stream.events.filter(({ event }) => event === 'state').map(({ data }) => data['status']);
    expect(states[0]).toBe('queued');
    expect(states.at(-1)).toBe('completed');
    expect(stream.events.at(-1)).toMatchObject({ event: 'done', data: { id, progress: { points: { completed: 2 } } } });
  });

  it('A deleted sweep and its points are hidden, and an unfinished sweep cannot be deleted', async () => {
    await whileQueuePaused(async () => {
      const { id } = (await createSweep(api)).body.data;
      const rejected = await api.call(`/v1/runs/${id}`, { method: 'DELETE' });
      expect(rejected).toMatchObject({
        status: 409,
        body: { error: 'run_not_finished', meta: { status: 'queued' } },
      });
      await api.post(`/v1/runs/${id}/cancel`, undefined);
    });
    const { id } = (await createSweep(api)).body.data;
    const { points } = await finishedSweep(api, id);
    expect((await api.call(`/v1/runs/${id}`, { method: 'DELETE' })).body.data).toEqual({ id, deleted: true });
    expect((await api.call(`/v1/runs/${id}`)).body.error).toBe('run_not_found');
    expect((await api.call(`/v1/simulations/${points[0]!.simulation_id}`)).body.error).toBe('simulation_not_found');
    expect((await api.call(`/v1/simulations?sweep_id=${id}`)).body.data).toEqual([]);
  });
});
