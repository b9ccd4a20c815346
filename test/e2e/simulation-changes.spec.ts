import { randomUUID } from 'node:crypto';
import type { ApiClient } from '../support/api-client.js';
import { callerWithScopes } from '../support/keys.js';
import { whileQueuePaused } from '../support/pause-queue.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, finished, simulate, workflowId, type SimulationRecord } from '../support/simulations.js';
import { createSweep, finishedSweep } from '../support/sweeps.js';
import { createEndpoint, listDeliveries } from '../support/webhooks.js';
import { waitUntil } from '../support/wait-until.js';

interface Annotated extends SimulationRecord {
  name: string | null;
  notes: string | null;
  metadata: Record<string, string>;
}

const unknownId = 'sim_019aa0f55b6e7c3a9d552f0d7c1f4a10';
const question = 'How many travellers would take the Swissmetro if its fares were 20% lower?';
const annotations = {
  name: 'Cheaper trains 🚄',
  notes: 'For the board.\n<b>Draft</b>',
  metadata: { project: 'fares' },
};
const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, k) => [`key_${k}`, 'x']));

describe('name, notes and metadata of simulations', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller()));

  const read = async (id: string) => (await api.call<Annotated>(`/v1/simulations/${id}`)).body.data;
  const update = (id: string, json: object, by = api) =>
    by.call<Annotated>(`/v1/simulations/${id}`, { method: 'PATCH', json });

  it('A simulation has no name, notes or metadata unless the create sets them', async () => {
    const { body } = await createSimulation(api, { agent_count: 10 });
    expect(body.data).toMatchObject({ name: null, notes: null, metadata: {} });
    const named = await simulate(api, { agent_count: 10, ...annotations });
    expect(named).toMatchObject(annotations);
    const [listed] = (await api.call<Annotated[]>('/v1/simulations?limit=1')).body.data;
    expect(listed).toMatchObject({ id: named.id, ...annotations });
  });

  it('Simulations and sweeps of questions, and sweeps, keep name, notes and metadata', async () => {
    const auto = await api.post<Annotated>('/v1/simulations/auto', { question, agent_count: 10, ...annotations });
    expect(auto).toMatchObject({ status: 202, body: { data: annotations } });
    const sweep = await createSweep(api, annotations);
    expect(sweep).toMatchObject({ status: 202, body: { data: annotations } });
    const { points } = await finishedSweep(api, sweep.body.data.id);
    expect(await read(points[0]!.simulation_id)).toMatchObject({ name: null, notes: null, metadata: {} });
  });

  it('An update changes the given fields only, and null removes a value or a pair', async () => {
    const { id } = await simulate(api, { agent_count: 10, ...annotations });
    expect(await update(id, { name: 'Second' })).toMatchObject({
      status: 200,
      body: { data: { ...annotations, name: 'Second' } },
    });
    await update(id, { metadata: { owner: 'ada', project: null } });
    expect((await read(id)).metadata).toEqual({ owner: 'ada' });
    await update(id, { name: null, notes: null, metadata: null });
    expect(await read(id)).toMatchObject({ name: null, notes: null, metadata: {}, status: 'completed' });
    expect((await update(id, {})).status).toBe(200);
  });

  it('Concurrent updates of different pairs keep all pairs', async () => {
    const { body } = await createSimulation(api, { agent_count: 10 });
    const all = Object.entries(pairs(10));
    await Promise.all(all.map(([key, value]) => update(body.data.id, { metadata: { [key]: value } })));
    expect((await read(body.data.id)).metadata).toEqual(pairs(10));
  });

  it.each<[string, string, object]>([
    ['name', 'a name of 121 characters', { name: 'x'.repeat(121) }],
    ['name', 'an empty name', { name: '' }],
    ['notes', 'notes of 2,001 characters', { notes: 'x'.repeat(2_001) }],
    ['metadata', '21 pairs', { metadata: pairs(21) }],
    ['metadata.color', 'a number in metadata', { metadata: { color: 1 } }],
    ['metadata.key', 'a value of 501 characters', { metadata: { key: 'x'.repeat(501) } }],
    [`metadata.${'k'.repeat(41)}`, 'a key of 41 characters', { metadata: { ['k'.repeat(41)]: 'x' } }],
  ])('Creates and updates reject in %s: %s', async (path, _, json) => {
    const { body } = await createSimulation(api, { agent_count: 10 });
    for (const response of [
      await createSimulation(api, json as Record<string, unknown>),
      await update(body.data.id, json),
    ]) {
      expect(response).toMatchObject({
        status: 400,
        body: { error: 'validation_error', meta: { issues: [{ path }] } },
      });
    }
  });

  it('An update that would exceed 20 pairs is rejected, and 120 emoji are a valid name', async () => {
    const { body } = await createSimulation(api, { agent_count: 10, metadata: pairs(20) });
    const { id } = body.data;
    expect(await update(id, { metadata: { one_more: 'x' } })).toMatchObject({
      status: 400,
      body: { error: 'validation_error', meta: { issues: [{ path: 'metadata' }] } },
    });
    expect((await update(id, { metadata: { one_more: 'x', key_0: null } })).status).toBe(200);
    expect((await update(id, { name: '🚄'.repeat(120) })).status).toBe(200);
  });

  it('The list filters by a text in the name, without wildcards and regardless of case', async () => {
    const own = await newCaller();
    for (const name of ['Fares 10% lower', 'Fares 100 lower', undefined])
      await createSimulation(own, { agent_count: 1, name });
    const names = async (name: string) =>
      (await own.call<Annotated[]>(`/v1/simulations?name=${encodeURIComponent(name)}`)).body.data.map(
        (one) => one.name,
      );
    expect(await names('10% LOW')).toEqual(['Fares 10% lower']);
    expect(await names('fares')).toHaveLength(2);
    expect(await names('_')).toEqual([]);
  });

  it('Updates and deletions need the scope simulations:write and the own organization', async () => {
    const { id } = await simulate(api, { agent_count: 10 });
    const reader = await callerWithScopes(api, ['simulations:read']);
    const other = await newCaller();
    for (const options of [{ method: 'PATCH', json: { name: 'x' } }, { method: 'DELETE' }]) {
      expect(await reader.call(`/v1/simulations/${id}`, options)).toMatchObject({ status: 403 });
      for (const [caller, path] of [
        [other, id],
        [api, unknownId],
        [api, 'nonsense'],
      ] as const) {
        const response = await caller.call(`/v1/simulations/${path}`, options);
        expect(response).toMatchObject({ status: 404, body: { error: 'simulation_not_found' } });
      }
    }
    expect(await read(id)).toMatchObject({ name: null });
  });
});

describe('the deletion of simulations', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller()));

  const remove = (id: string) => api.call(`/v1/simulations/${id}`, { method: 'DELETE' });
  const statuses = async (id: string, other: string) => {
    const below = ['', '/results', '/results/agents/0', '/summary', '/manifest', '/report', '/events'];
    const comparisons = [`${id},${other}`, `${other},${id}`].map((ids) => `/v1/comparisons?ids=${ids}`);
    const paths = [...below.map((path) => `/v1/simulations/${id}${path}`), ...comparisons];
    return Promise.all(paths.map(async (path) => (await api.call(path)).status));
  };

  it('A deleted simulation is not found by any read or change, and is in no list', async () => {
    const [deleted, kept] = [await simulate(api, { seed: 1 }), await simulate(api, { seed: 1 })];
    const before = (await api.call<{ simulations_this_period: number }>('/v1/usage')).body.data;
    expect(await remove(deleted.id)).toMatchObject({ status: 200, body: { data: { id: deleted.id, deleted: true } } });
    expect(new Set(await statuses(deleted.id, kept.id))).toEqual(new Set([404]));
    expect((await api.post(`/v1/simulations/${deleted.id}/cancel`, undefined)).status).toBe(404);
    expect((await remove(deleted.id)).status).toBe(404);
    const listed = (await api.call<SimulationRecord[]>('/v1/simulations')).body.data;
    expect(listed.map(({ id }) => id)).toEqual([kept.id]);
    const usage = (await api.call<{ simulations_this_period: number }>('/v1/usage')).body.data;
    expect(usage).toEqual(before);
  });

  it('A deletion is in the audit log', async () => {
    const { id } = await simulate(api, { agent_count: 10, name: 'Old' });
    await remove(id);
    const { body } = await api.call<object[]>(`/v1/audit-log?subject=${id}`);
    expect(body.data).toMatchObject([{ action: 'simulation.deleted', subject: id, details: { name: 'Old' } }]);
  });

  it('A replay of a create gets the error of a read if the run was deleted', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const json = { workflow_id: workflowId, agent_count: 10 };
    const create = () => api.call<SimulationRecord>('/v1/simulations', { method: 'POST', json, headers });
    const { id } = (await create()).body.data;
    await finished(api, id);
    expect(await create()).toMatchObject({ status: 202, body: { data: { id } } });
    await remove(id);
    expect(await create()).toMatchObject({ status: 404, body: { error: 'simulation_not_found' } });
  });

  it('A queued or running simulation cannot be deleted until it is canceled', async () => {
    const { id, response } = await whileQueuePaused(async () => {
      const { data } = (await createSimulation(api, { agent_count: 10 })).body;
      const rejected = await remove(data.id);
      await api.post(`/v1/simulations/${data.id}/cancel`, undefined);
      return { id: data.id, response: rejected };
    });
    expect(response).toMatchObject({ status: 409, body: { error: 'simulation_not_finished' } });
    expect(await finished(api, id)).toMatchObject({ status: 'canceled' });
    expect((await remove(id)).status).toBe(200);
  });

  it('Deliveries of a deleted simulation continue and can be sent again, and its sweep keeps its point', async () => {
    const own = await newCaller();
    const endpoint = await createEndpoint(own, { url: 'https://hooks.invalid/' });
    const { id } = await simulate(own, { agent_count: 10 });
    expect((await own.call(`/v1/simulations/${id}`, { method: 'DELETE' })).status).toBe(200);
    const deliveries = () => listDeliveries(own, `?endpoint_id=${endpoint.id}`);
    await waitUntil('the delivery to exist', async () => (await deliveries()).length === 1);
    const [delivery] = await deliveries();
    expect((await own.post(`/v1/webhook-deliveries/${delivery!.id}/redeliver`, undefined)).status).toBeLessThan(300);

    const sweep = await finishedSweep(own, (await createSweep(own, { workflow_id: workflowId })).body.data.id);
    await own.call(`/v1/simulations/${sweep.points[0]!.simulation_id}`, { method: 'DELETE' });
    expect(await finishedSweep(own, sweep.id)).toMatchObject({ status: 'completed', points: [{ index: 0 }] });
    expect((await own.call<object[]>(`/v1/simulations?sweep_id=${sweep.id}`)).body.data).toEqual([]);
  });
});
