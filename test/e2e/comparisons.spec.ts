import type { ComparisonsRecord } from '../../src/readings/comparisons/comparison.record.js';
import type { ApiClient } from '../support/api-client.js';
import { itInFullLevel } from '../support/full-level.js';
import { whileQueuePaused } from '../support/pause-queue.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, simulate, type SimulationRecord } from '../support/simulations.js';
import { estimateCells, readTable } from '../support/tables.js';

const request = { agent_count: 400, seed: 21 };

describe('the comparison of simulations', () => {
  let api: ApiClient;
  let baseline: SimulationRecord;
  let cheaper: SimulationRecord;
  let faster: SimulationRecord;
  beforeAll(async () => {
    api = await newCaller();
    [baseline, cheaper, faster] = await Promise.all([
      simulate(api, request),
      simulate(api, { ...request, name: '=1+1', scenario_context: { train_cost_factor: 0.7 } }),
      simulate(api, { ...request, agent_count: 300, seed: 22, scenario_context: { train_time_factor: 0.8 } }),
    ]);
  });

  const compare = (ids: readonly string[], query = '', caller = api) =>
    caller.call<ComparisonsRecord>(`/v1/comparisons?ids=${ids.join(',')}${query}`);
  const all = () => [baseline.id, cheaper.id, faster.id];

  it('Each simulation is compared with the first one, in the order of the ids, also with another seed', async () => {
    const { status, body } = await compare(all());
    expect(status).toBe(200);
    const { comparisons, ...common } = body.data;
    expect(common).toEqual({ workflow_id: baseline.workflow_id, reference: baseline.id, where: {} });
    expect(comparisons).toMatchObject([
      {
        ...{ simulation_id: cheaper.id, name: '=1+1', seed: 21 },
        agents: { compared: 400, simulation: 400, reference: 400, meet: false, evaluated: false },
        parameters: [{ parameter: 'train_cost_factor', value: 0.7, reference_value: 1 }],
      },
      {
        ...{ simulation_id: faster.id, name: null, seed: 22 },
        agents: { compared: 300, simulation: 300, reference: 400, meet: false, evaluated: true },
        parameters: [{ parameter: 'train_time_factor', value: 0.8, reference_value: 1 }],
      },
    ]);
    for (const { outcomes } of comparisons) {
      const { difference, difference_interval } = outcomes.find(({ id }) => id === 'train')!;
      expect([difference > 0, difference_interval![0] > 0]).toEqual([true, true]);
    }
  });

  it('Each comparison equals that of the two simulations alone, also with repeated `ids`', async () => {
    const read = async (ids: readonly string[]) => (await compare(ids)).body.data.comparisons;
    const pairs = [await read([baseline.id, cheaper.id]), await read([baseline.id, faster.id])];
    expect(await read(all())).toEqual(pairs.flat());
    const repeated = await api.call<ComparisonsRecord>(
      `/v1/comparisons?${all()
        .map((id) => `ids=${id}`)
        .join('&')}`,
    );
    expect(repeated.body.data.comparisons).toEqual(pairs.flat());
  });

  it('The table has the figures of the JSON response in every format, and CSV has no formulas', async () => {
    const { comparisons } = (await compare(all())).body.data;
    const path = `/v1/comparisons?ids=${all().join(',')}`;
    const rows = await readTable(api, path);
    expect(rows).toEqual(
      comparisons.flatMap(({ simulation_id, name, agents, outcomes, outcome_groups: groups }) =>
        [...outcomes, ...groups].map((figure, k) => ({
          ...{ simulation_id, name, reference: baseline.id, agent_count: agents.compared },
          ...{ figure: figure.id, figure_label: figure.label, unit: null },
          figure_kind: k < outcomes.length ? 'outcome' : 'outcome_group',
          ...estimateCells('value', { ...figure, value: figure.share }),
          reference_value: figure.reference_share,
          reference_value_low: figure.reference_interval![0],
          reference_value_high: figure.reference_interval![1],
          ...estimateCells('difference', {
            value: figure.difference,
            interval: figure.difference_interval,
            errors: figure.difference_errors,
          }),
        })),
      ),
    );
    const { text, headers } = await api.call(`${path}&format=csv`);
    expect(headers.get('content-disposition')).toBe('attachment; filename="comparison.csv"');
    expect(text).toContain(`,'=1+1,`);
    expect(await compare(all(), '&format=xml')).toMatchObject({ status: 400, body: { error: 'validation_error' } });
  });

  itInFullLevel('The table has the means of measures with their units', async () => {
    const visits = { ...request, workflow_id: 'health-insurance-visits', agent_count: 50 };
    const [own, other] = await Promise.all([simulate(api, visits), simulate(api, { ...visits, seed: 22 })]);
    const ids = [own.id, other.id];
    const { measures } = (await compare(ids)).body.data.comparisons[0]!;
    const rows = await readTable(api, `/v1/comparisons?ids=${ids.join(',')}`);
    expect(measures.length).toBeGreaterThan(0);
    expect(rows.filter(({ figure_kind }) => figure_kind === 'measure')).toMatchObject(
      measures.map(({ id, unit, mean, reference_mean }) => ({
        ...{ figure: id, unit, value: mean, reference_value: reference_mean },
      })),
    );
  });

  it('Only agents of a segment are compared with `where`', async () => {
    const { body } = await compare(all(), '&where[sex]=female');
    expect(body.data.where).toEqual({ sex: ['female'] });
    const counts = body.data.comparisons.map(({ agents }) => agents.compared);
    for (const [k, total] of [400, 300].entries()) expect(0 < counts[k]! && counts[k]! < total).toBe(true);
  });

  it('A simulation of another workflow or with other adjustments is rejected with its id and the reason', async () => {
    const targets = { calibration_targets: [{ outcome: 'train', share: 0.3 }] };
    const others = await Promise.all(
      [{ workflow_id: 'intercity-mode-choice' }, { alternatives: { remove: ['car'] } }, targets].map((change) =>
        simulate(api, { ...request, agent_count: 20, ...change }),
      ),
    );
    const reasons = ['different_workflow', 'different_definition', 'different_definition'];
    for (const [k, other] of others.entries()) {
      const { status, body } = await compare([baseline.id, cheaper.id, other.id]);
      expect([status, body.error]).toEqual([409, 'simulations_not_comparable']);
      expect(body.meta).toMatchObject({ reason: reasons[k], simulation_id: other.id });
      expect(body.meta.message).toContain(other.id);
    }
  });

  it('Simulations with the same calibration targets are compared, with the error of the targets', async () => {
    const matched = (scenario_context: object = {}) =>
      simulate(api, { ...request, scenario_context, calibration_targets: [{ outcome: 'train', share: 0.3 }] });
    const [start, cheap] = await Promise.all([matched(), matched({ train_cost_factor: 0.7 })]);
    const { status, body } = await compare([start.id, cheap.id]);
    expect(status).toBe(200);
    const train = body.data.comparisons[0]!.outcomes.find(({ id }) => id === 'train')!;
    expect(train.reference_share).toBeCloseTo(0.3, 9);
    expect(train.difference).toBeGreaterThan(0);
    expect(train.difference_errors).toHaveProperty('targets');
  });

  it('Simulations of another organization are treated as missing', async () => {
    const other = await newCaller();
    const own = await simulate(other, { agent_count: 10 });
    for (const ids of [
      [baseline.id, cheaper.id],
      [own.id, baseline.id],
    ]) {
      const { status, body } = await compare(ids, '', other);
      expect([status, body.error]).toEqual([404, 'simulation_not_found']);
      expect(body.meta.message).toContain(baseline.id);
    }
  });

  it('A simulation without results is rejected with its id', async () => {
    await whileQueuePaused(async () => {
      const queued = (await createSimulation(api)).body.data;
      for (const ids of [
        [baseline.id, queued.id],
        [queued.id, baseline.id],
      ]) {
        const { status, body } = await compare(ids);
        expect([status, body.error]).toEqual([409, 'simulation_not_complete']);
        expect(body.meta.message).toContain(queued.id);
      }
      await api.post(`/v1/simulations/${queued.id}/cancel`, {});
    });
  });

  it.each([
    ['one simulation', () => `ids=${baseline.id}`, 'ids'],
    ['a simulation twice', () => `ids=${baseline.id},${baseline.id}`, 'ids'],
    ['a malformed id', () => `ids=${baseline.id},sim_1`, 'ids.1'],
    [
      '21 simulations',
      () => `ids=${Array.from({ length: 21 }, (_, k) => `sim_${String(k).padStart(32, '0')}`).join()}`,
      'ids',
    ],
    ['an unknown group', () => `ids=${baseline.id},${cheaper.id}&where[sex]=x`, 'where[sex]'],
  ])('A request with %s is rejected', async (_, query, path) => {
    const { status, body } = await api.call(`/v1/comparisons?${query()}`);
    expect([status, body.error]).toEqual([400, 'validation_error']);
    expect((body.meta['issues'] as { path: string }[])[0]!.path).toBe(path);
  });
});
