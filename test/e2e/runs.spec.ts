import type { ApiClient } from '../support/api-client.js';
import { createFit, uploadLetters } from '../support/fits.js';
import { createGoal } from '../support/goals.js';
import { createSensitivity } from '../support/sensitivities.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation } from '../support/simulations.js';
import { createSweep } from '../support/sweeps.js';

interface Run {
  object: string;
  id: string;
}

describe('the list of runs of all kinds', () => {
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

  it('The list has all kinds, newest first, without the points of sweeps, and each record is that of the list of its kind', async () => {
    const { data } = await list();
    expect(data.map(({ id }) => id)).toEqual(ids);
    expect(data.map(({ object }) => object)).toEqual(['fit', 'sensitivity', 'goal', 'sweep', 'simulation']);
    const paths = ['fits', 'sensitivities', 'goals', 'sweeps', 'simulations'];
    const own = await Promise.all(paths.map(async (path) => (await api.call<Run[]>(`/v1/${path}`)).body.data[0]));
    expect(Object.keys(data[0]!)).toEqual(Object.keys(own[0]!));
    expect(data.map(({ id }) => id)).toEqual(own.map((record) => record!.id));
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
});
