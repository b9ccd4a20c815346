import type { ApiClient } from '../support/api-client.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, simulate, type Errors, type SimulationRecord } from '../support/simulations.js';
import { estimateCells, readTable } from '../support/tables.js';

interface Ranked {
  simulation_id: string;
  name: string | null;
  rank: number;
  errors: Errors;
  value: number;
  interval: [number, number] | null;
  difference: number;
  difference_interval: [number, number] | null;
  difference_errors: Errors;
  probability_greater: number | null;
  probability_best: number | null;
  parameters: { parameter: string; value: number; reference_value: number }[];
  adjustments: object | null;
}
interface Ranking {
  figure: { id: string; label: string; kind: string };
  reference: string;
  agents: number;
  simulations: Ranked[];
  ranking: { probability_better_than_next: number[]; probability_of_order: number } | null;
  missing_parts: string[];
}

const request = { agent_count: 400, seed: 21 };

describe('the ranking of simulations', () => {
  let api: ApiClient;
  let baseline: SimulationRecord;
  let cheaper: SimulationRecord;
  let withoutCar: SimulationRecord;
  beforeAll(async () => {
    api = await newCaller();
    [baseline, cheaper, withoutCar] = await Promise.all([
      simulate(api, request),
      simulate(api, { ...request, name: '=1+1', scenario_context: { train_cost_factor: 0.7 } }),
      simulate(api, { ...request, alternatives: { remove: ['car'] } }),
    ]);
  });

  const rank = (ids: readonly string[], query = '', caller = api) =>
    caller.call<Ranking>(`/v1/comparisons?ids=${ids.join(',')}${query}`);
  const all = () => [baseline.id, cheaper.id, withoutCar.id];

  it('Simulations are ranked by a share, with paired differences from the first one and probabilities', async () => {
    const { status, body } = await rank(all(), '&figure=train');
    expect(status).toBe(200);
    const { simulations, ranking, reference, agents, missing_parts } = body.data;
    expect([reference, agents, missing_parts]).toEqual([baseline.id, 400, ['model']]);
    const values = simulations.map(({ value }) => value);
    expect(values).toEqual([...values].sort((a, b) => b - a));
    expect(simulations.map((one) => one.rank)).toEqual([1, 2, 3]);
    const best = simulations.map(({ probability_best }) => probability_best!);
    expect(best.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6);
    expect(ranking!.probability_better_than_next).toHaveLength(2);
    const own = simulations.find(({ simulation_id }) => simulation_id === cheaper.id)!;
    expect(own.parameters.map(({ parameter }) => parameter)).toEqual(['train_cost_factor']);
    expect(simulations.find(({ simulation_id }) => simulation_id === withoutCar.id)!.adjustments).not.toBeNull();
  });

  it('The difference of two simulations equals that of their comparison', async () => {
    const [ranked, compared] = await Promise.all([
      rank([cheaper.id, baseline.id], `&figure=train&reference=${baseline.id}`),
      api.call<{ outcomes: { id: string; difference: number; difference_interval: [number, number] }[] }>(
        `/v1/simulations/${cheaper.id}/compare?with=${baseline.id}`,
      ),
    ]);
    const own = ranked.body.data.simulations.find(({ simulation_id }) => simulation_id === cheaper.id)!;
    const train = compared.body.data.outcomes.find(({ id }) => id === 'train')!;
    expect(own.difference).toBeCloseTo(train.difference, 12);
    expect(own.difference_interval![0]).toBeCloseTo(train.difference_interval[0], 9);
    expect(own.probability_greater).toBeGreaterThan(0.99);
  });

  it('The default figure is the headline, and the objective can be to minimize', async () => {
    const { body } = await rank(all(), '&objective=minimize&figure=car');
    expect(body.data.simulations[0]!.simulation_id).toBe(withoutCar.id);
    expect((await rank(all())).body.data.figure.id).toBe('swissmetro');
  });

  it('The table of a ranking has the figures of the JSON response in every format, and CSV has no formulas', async () => {
    const { simulations, ranking, reference, figure } = (await rank(all(), '&figure=train')).body.data;
    const path = `/v1/comparisons?ids=${all().join(',')}&figure=train`;
    expect(await readTable(api, path)).toEqual(
      simulations.map((own, k) => ({
        ...{ rank: own.rank, simulation_id: own.simulation_id, name: own.name, reference, agent_count: 400 },
        ...{ figure: 'train', figure_label: figure.label, figure_kind: 'outcome', objective: 'maximize' },
        'parameter.train_cost_factor': own.simulation_id === cheaper.id ? 0.7 : 1,
        ...estimateCells('value', own),
        ...estimateCells('difference', {
          value: own.difference,
          interval: own.difference_interval,
          errors: own.difference_errors,
        }),
        probability_greater: own.probability_greater,
        probability_best: own.probability_best,
        probability_better_than_next: ranking!.probability_better_than_next[k] ?? null,
        probability_of_order: ranking!.probability_of_order,
      })),
    );
    const { text, headers } = await api.call(`${path}&format=csv`);
    expect(headers.get('content-disposition')).toBe('attachment; filename="ranking.csv"');
    expect(text).toContain(`,'=1+1,`);
    expect(await rank(all(), '&format=xml')).toMatchObject({ status: 400, body: { error: 'validation_error' } });
  });

  it('Only agents of a segment are ranked with where', async () => {
    const { body } = await rank([baseline.id, cheaper.id], '&where[sex]=female');
    expect(body.data.agents).toBeGreaterThan(0);
    expect(body.data.agents).toBeLessThan(400);
  });

  it('A simulation of another workflow or seed is rejected with its id', async () => {
    const [seed, workflow] = await Promise.all([
      simulate(api, { ...request, seed: 22 }),
      simulate(api, { ...request, workflow_id: 'intercity-mode-choice' }),
    ]);
    for (const [other, reason] of [
      [seed, 'different_seed'],
      [workflow, 'different_workflow'],
    ] as const) {
      const { status, body } = await rank([baseline.id, other.id]);
      expect([status, body.error, body.meta['reason']]).toEqual([409, 'simulations_not_comparable', reason]);
      expect(body.meta.message).toContain(other.id);
    }
  });

  it('Simulations with the same calibration targets are ranked, and those with others are rejected with the fix', async () => {
    const matched = (share: number, scenario_context: object = {}) =>
      simulate(api, { ...request, scenario_context, calibration_targets: [{ outcome: 'train', share }] });
    const [start, cheap, other] = await Promise.all([
      matched(0.3),
      matched(0.3, { train_cost_factor: 0.7 }),
      matched(0.4, { train_cost_factor: 0.7 }),
    ]);
    const { status, body } = await rank([start.id, cheap.id], '&figure=train');
    expect(status).toBe(200);
    const [best, last] = body.data.simulations;
    expect([best!.simulation_id, last!.simulation_id]).toEqual([cheap.id, start.id]);
    expect(last!.value).toBeCloseTo(0.3, 9);
    expect(best!.difference_errors).toHaveProperty('targets');
    const rejected = await rank([start.id, other.id], '&figure=train');
    expect([rejected.status, rejected.body.meta['reason']]).toEqual([409, 'different_definition']);
    expect(rejected.body.meta.message).toContain('calibration targets');
  });

  it('Simulations of another organization are treated as missing', async () => {
    const other = await newCaller();
    const { status, body } = await rank([baseline.id, cheaper.id], '', other);
    expect([status, body.error]).toEqual([404, 'simulation_not_found']);
  });

  it('A simulation without results is rejected', async () => {
    const heavy = {
      workflow_id: 'family-planning-network',
      agent_count: 10_000,
      uncertainty: { parameter_draws: 200 },
    };
    const queued = (await createSimulation(api, heavy)).body.data;
    const { status, body } = await rank([baseline.id, queued.id]);
    expect([status, body.error]).toEqual([409, 'simulation_not_complete']);
    await api.post(`/v1/simulations/${queued.id}/cancel`, {});
  });

  it.each([
    ['one simulation', () => `ids=${baseline.id}`, 'ids'],
    ['a simulation twice', () => `ids=${baseline.id},${baseline.id}`, 'ids'],
    ['a malformed id', () => `ids=${baseline.id},sim_1`, 'ids.1'],
    ['an unknown figure', () => `ids=${baseline.id},${cheaper.id}&figure=boat`, 'figure'],
    ['a reference outside the list', () => `ids=${baseline.id},${cheaper.id}&reference=${withoutCar.id}`, 'reference'],
    ['an unknown group', () => `ids=${baseline.id},${cheaper.id}&where[sex]=x`, 'where[sex]'],
    ['an unknown objective', () => `ids=${baseline.id},${cheaper.id}&objective=best`, 'objective'],
  ])('A request with %s is rejected', async (_, query, path) => {
    const { status, body } = await api.call(`/v1/comparisons?${query()}`);
    expect([status, body.error]).toEqual([400, 'validation_error']);
    expect((body.meta['issues'] as { path: string }[])[0]!.path).toBe(path);
  });
});
