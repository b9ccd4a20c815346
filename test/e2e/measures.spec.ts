import type { MeasuresRecord } from '../../src/readings/measures/measures.record.js';
import type { ApiClient } from '../support/api-client.js';
import { newCaller } from '../support/shared-service.js';
import { simulate, type SimulationRecord } from '../support/simulations.js';
import { createSweep, finishedSweep } from '../support/sweeps.js';

const request = { agent_count: 300, seed: 21 };

describe('measures of simulations', () => {
  let api: ApiClient;
  let baseline: SimulationRecord;
  let cheaper: SimulationRecord;
  beforeAll(async () => {
    api = await newCaller();
    [baseline, cheaper] = await Promise.all([
      simulate(api, request),
      simulate(api, { ...request, scenario_context: { train_cost_factor: 0.7 } }),
    ]);
  });

  const measure = (ids: readonly string[], values: unknown, query = '', caller = api) => {
    const text = encodeURIComponent(typeof values === 'string' ? values : JSON.stringify(values));
    return caller.call<MeasuresRecord>(`/v1/measures?ids=${ids.join(',')}&values=${text}${query}`);
  };

  it('A measure states value, difference and the highest simulation, in the order of the ids', async () => {
    const { status, body } = await measure([cheaper.id, baseline.id], { train: 80 }, `&with=${baseline.id}`);
    expect(status).toBe(200);
    const [first, second] = body.data.simulations;
    const shareOf = ({ summary }: SimulationRecord) => summary!.outcomes.find(({ id }) => id === 'train')!.share;
    expect(first!.measure.value).toBeCloseTo(80 * shareOf(cheaper), 9);
    expect(first!.difference!.value).toBeCloseTo(80 * (shareOf(cheaper) - shareOf(baseline)), 9);
    expect(second!.difference).toMatchObject({ value: 0, interval: [0, 0] });
    expect(body.data.highest).toEqual({ simulation_id: cheaper.id, rivals: [] });
  });

  it('A sweep has a measure of each point', async () => {
    const parameters = [{ name: 'train_cost_factor', values: [0.8, 1.2] }];
    const created = await createSweep(api, { agent_count: 100, seed: 5, parameters });
    const sweep = await finishedSweep(api, created.body.data.id);
    const { body } = await measure([sweep.id], { train: 'train_cost_factor' });
    expect(body.data.simulations.map(({ difference }) => difference)).toEqual([null, null]);
    expect(body.data.highest!.simulation_id).toMatch(/^sim_/);
    const withReference = await measure([sweep.id], { train: 1 }, `&with=${baseline.id}`);
    expect([withReference.status, withReference.text.includes('"with"')]).toEqual([400, true]);
  });

  it('Agents that interact have the interval of a measure of one share, and no invented interval of several', async () => {
    const network = await simulate(api, { workflow_id: 'technology-adoption-bass', agent_count: 200, seed: 3 });
    const [early, ...others] = network.summary!.outcomes;
    const read = async (values: object) => (await measure([network.id], values)).body.data.simulations[0]!.measure;
    const revenue = await read({ [early!.id]: 50 });
    expect(revenue.value).toBeCloseTo(50 * early!.share, 9);
    expect(revenue).toMatchObject({ interval: [expect.any(Number), expect.any(Number)] });
    expect(revenue.errors.simulation).toBeCloseTo(50 * early!.errors.simulation!, 9);
    expect(await read({ [early!.id]: 50, [others[0]!.id]: 20 })).toMatchObject({ interval: null });
  });

  it.each([
    ['no JSON', '{', 'values'],
    ['no outcome', {}, 'values'],
    ['an unknown outcome', { plane: 1 }, 'values.plane'],
    ['an unknown name', { train: 'plane_cost' }, 'values.train'],
    ['a number that is too great', { train: 1e300 }, 'values.train'],
  ])('%s is a clear error', async (_, values, path) => {
    const { status, body } = await measure([baseline.id], values);
    expect([status, (body.meta['issues'] as { path: string }[])[0]!.path]).toEqual([400, path]);
  });

  it('Simulations of other organizations do not exist', async () => {
    const { status, body } = await measure([baseline.id], { train: 1 }, '', await newCaller());
    expect([status, body.error]).toEqual([404, 'simulation_not_found']);
  });
});
