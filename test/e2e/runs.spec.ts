import type { ApiClient } from '../support/api-client.js';
import { createFit, uploadLetters } from '../support/fits.js';
import { createGoal } from '../support/goals.js';
import { whileQueuePaused } from '../support/pause-queue.js';
import { createSensitivity } from '../support/sensitivities.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, simulate } from '../support/simulations.js';
import { createSweep } from '../support/sweeps.js';

interface Run {
  object: string;
  id: string;
}

describe('runs of all kinds at one address', () => {
  let api: ApiClient;
  const ids: string[] = [];
  const list = async (query = '') => (await api.call<Run[]>(`/v1/runs${query}`)).body;

  beforeAll(async () => {
    api = await newCaller();
    for (const created of [
      await createSimulation(api, { name: 'Cheaper 100% trains' }),
      await createSweep(api, { parameters: [{ name: 'train_cost_factor', values: [0.9, 1.1] }] }),
      await createGoal(api, { agent_count: 10 }),
      await createSensitivity(api),
      await createFit(api, { dataset_id: await uploadLetters(api) }),
    ])
      ids.unshift(created.body.data.id);
  });

  it('The list has all kinds, newest first, without the points of sweeps', async () => {
    const { data } = await list();
    expect(data.map(({ id }) => id)).toEqual(ids);
    expect(data.map(({ object }) => object)).toEqual(['fit', 'sensitivity', 'goal', 'sweep', 'simulation']);
  });

  it('Filters by kind, workflow and name are combined, and a cursor continues the list', async () => {
    expect((await list('?kind=goal')).data.map(({ object }) => object)).toEqual(['goal']);
    expect((await list('?name=100%25')).data.map(({ id }) => id)).toEqual([ids[4]]);
    expect((await list('?kind=goal&name=100%25')).data).toEqual([]);
    expect((await list('?workflow_id=unknown')).data).toEqual([]);
    const first = await list('?limit=3');
    const rest = await list(`?limit=3&cursor=${String(first.meta['next_cursor'])}`);
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(ids);
    expect((await api.call('/v1/runs?kind=unknown')).status).toBe(400);
  });

  it('Every kind is created at its own path, and its Location is where the run is read, renamed, canceled and deleted', async () => {
    const created = await createGoal(api, { agent_count: 10 });
    const path = `/v1/runs/${created.body.data.id}`;
    expect(created.headers.get('location')).toBe(path);
    expect((await api.call<Run>(path)).body.data).toMatchObject({ object: 'goal', id: created.body.data.id });
    expect((await api.call(created.headers.get('location')!, { method: 'PATCH', json: { name: 'Fare' } })).status).toBe(
      200,
    );
    expect((await api.call(path.replace('runs', 'goals'))).body.error).toBe('not_found');
    const simulation = await createSimulation(api);
    expect(simulation.headers.get('location')).toBe(`/v1/simulations/${simulation.body.data.id}`);
  });

  it('A simulation is read at both addresses, with the same record, table, view, report and manifest', async () => {
    const { id } = await simulate(api, { agent_count: 10, seed: 1 });
    for (const part of ['', '/table', '/view', '/report', '/manifest']) {
      const [own, run] = await Promise.all(['simulations', 'runs'].map((at) => api.call(`/v1/${at}/${id}${part}`)));
      expect([part, run!.status, run!.text]).toEqual([part, 200, own!.text]);
    }
  });

  it('Errors have one set of codes for all kinds, and simulations keep their own at their own address', async () => {
    const missing = ['sim', 'goal', 'lsim', 'xyz'].map((prefix) => `/v1/runs/${prefix}_${'0'.repeat(32)}`);
    for (const path of [...missing, '/v1/runs/goal_1', '/v1/runs/nothing'])
      for (const part of ['', '/events', '/table', '/view', '/report', '/manifest'])
        expect([path, part, (await api.call(`${path}${part}`)).body.error]).toEqual([path, part, 'run_not_found']);
    const { id } = await simulate(api, { agent_count: 10 });
    const codeOf = async (path: string) => (await api.post(path, undefined)).body.error;
    expect(await codeOf(`/v1/runs/${id}/cancel`)).toBe('run_already_finished');
    expect(await codeOf(`/v1/simulations/${id}/cancel`)).toBe('simulation_already_finished');
    await whileQueuePaused(async () => {
      const queued = (await createSimulation(api)).body.data.id;
      for (const part of ['table', 'view', 'report', 'manifest'])
        expect((await api.call(`/v1/runs/${queued}/${part}`)).body.error).toBe('run_not_complete');
      expect((await api.call(`/v1/runs/${queued}`, { method: 'DELETE' })).body.error).toBe('run_not_finished');
    });
  });
});
