import { randomUUID } from 'node:crypto';
import type { ApiClient } from '../support/api-client.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, finished, type SimulationRecord } from '../support/simulations.js';
import { createSweep, finishedSweep } from '../support/sweeps.js';

const targets = [
  { outcome: 'train', share: 0.3, standard_error: 0.02 },
  { outcome: 'car', share: 0.2 },
];
const scenario = { train_cost_factor: 0.8 };
const workflow_id = 'swissmetro-mode-choice';
const request = { agent_count: 300, seed: 5, scenario_context: scenario, calibration_targets: targets };

interface Figure {
  id: string;
  share: number;
  baseline_share: number;
  difference: number;
  errors: Record<string, number | null>;
}
interface Adjusted {
  adjustments: { published_digest: string; calibration_targets: object[] } | null;
}

const figuresOf = ({ summary }: SimulationRecord) => (summary as unknown as { outcomes: Figure[] }).outcomes;
const adjustmentsOf = (record: SimulationRecord) => (record as unknown as Adjusted).adjustments;

describe('calibration targets', () => {
  let api: ApiClient;
  let simulation: SimulationRecord;
  const used = async () =>
    (await api.call<{ simulations_this_period: number }>('/v1/usage')).body.data.simulations_this_period;

  beforeAll(async () => {
    api = await newCaller();
    const created = await createSimulation(api, request);
    expect(created.status).toBe(202);
    simulation = await finished(api, created.body.data.id);
  });

  it('The baseline of a simulation has the observed shares to 1e-9, and its errors have the part targets', () => {
    const [train, swissmetro, car] = figuresOf(simulation);
    expect(Math.abs(train!.baseline_share - 0.3)).toBeLessThan(1e-9);
    expect(Math.abs(car!.baseline_share - 0.2)).toBeLessThan(1e-9);
    expect(Math.abs(swissmetro!.baseline_share - 0.5)).toBeLessThan(2e-9);
    expect(train!.share).toBeGreaterThan(0.3);
    expect(train!.errors['targets']).toBeGreaterThan(0.015);
    expect(adjustmentsOf(simulation)).toMatchObject({
      published_digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      calibration_targets: targets,
    });
  });

  it('The manifest names the adjusted definition and the transcripts come from it', async () => {
    const { body } = await api.call<{ definition_digest: string }>(`/v1/simulations/${simulation.id}/manifest`);
    expect(body.data.definition_digest).not.toBe(adjustmentsOf(simulation)!.published_digest);
    const results = await api.call<{ transcript: string[] }[]>(`/v1/simulations/${simulation.id}/results?limit=2`);
    expect(results.status).toBe(200);
    expect(results.body.data[0]!.transcript.length).toBeGreaterThan(3);
  });

  it('The report shows the targets, and the error of the targets', async () => {
    const report = await api.call(`/v1/simulations/${simulation.id}/report`);
    expect(report.status).toBe(200);
    expect(report.text).toContain('>Adjustments of the workflow</h2>');
    expect(report.text).toContain('<h3>Calibration targets</h3>');
  });

  it('Points of a sweep share one adjusted definition, and the table has the error of the targets', async () => {
    const parameters = [{ name: 'train_cost_factor', values: [0.8, 1] }];
    const before = await used();
    const created = await createSweep(api, { agent_count: 300, seed: 5, calibration_targets: targets, parameters });
    expect(created.status).toBe(202);
    const sweep = await finishedSweep(api, created.body.data.id);
    expect(await used()).toBe(before + 2);
    const point = await finished(api, sweep.points[0]!.simulation_id);
    expect(point.digest).toBe(simulation.digest);
    expect(point.summary).toEqual(simulation.summary);
    const table = await api.call<Record<string, number>[]>(`/v1/runs/${sweep.id}/table`);
    expect(table.body.data[1]!['share.train']).toBeCloseTo(0.3, 9);
    expect(table.body.data[1]!['share_targets_error.train']).toBeCloseTo(0.02, 6);
  });

  it('A dry run validates the targets and writes nothing', async () => {
    const before = await used();
    const dryRun = await api.call<{ object: string }>('/v1/simulations', {
      method: 'POST',
      json: { workflow_id, ...request, dry_run: true },
    });
    expect(dryRun).toMatchObject({ status: 200, body: { data: { object: 'dry_run', seed: 5 } } });
    const invalid = { workflow_id, dry_run: true, calibration_targets: [{ outcome: 'bus', share: 0.1 }] };
    expect(await api.call('/v1/simulations', { method: 'POST', json: invalid })).toMatchObject({ status: 400 });
    expect(await used()).toBe(before);
  });

  it('A repeated idempotency key returns the first simulation', async () => {
    const idempotencyKey = randomUUID();
    const create = () =>
      api.call<SimulationRecord>('/v1/simulations', {
        method: 'POST',
        json: { workflow_id, agent_count: 100, calibration_targets: targets },
        headers: { 'idempotency-key': idempotencyKey },
      });
    const [first, second] = [await create(), await create()];
    expect(second.body.data.id).toBe(first.body.data.id);
    expect(adjustmentsOf(second.body.data)).toEqual(adjustmentsOf(first.body.data));
  });

  it.each([
    ['an unknown outcome', [{ outcome: 'bus', share: 0.3 }], 'calibration_targets.0.outcome'],
    ['a share of 1', [{ outcome: 'train', share: 1 }], 'calibration_targets.0.share'],
    [
      'shares that sum to more than 1',
      [
        { outcome: 'train', share: 0.6 },
        { outcome: 'car', share: 0.6 },
      ],
      'calibration_targets.1.share',
    ],
    ['an unknown attribute', [{ outcome: 'train', share: 0.6, where: { x: ['y'] } }], 'calibration_targets.0.where.x'],
  ])('A request with %s gets 400 with the place and the reason, and uses no quota', async (_, wrong, path) => {
    const before = await used();
    const { status, body } = await createSimulation(api, { calibration_targets: wrong });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: 'invalid_adjustment',
      meta: { issues: [{ path, message: expect.any(String) as string }] },
    });
    expect(await used()).toBe(before);
  });

  it.each([
    [[]],
    [[{ outcome: 'train' }]],
    ['train'],
    [[{ outcome: 'train', share: '0.3' }]],
    [[{ outcome: 'train', share: 2 }]],
  ])('Malformed targets %j get 400', async (calibration_targets) => {
    expect(await createSimulation(api, { calibration_targets })).toMatchObject({ status: 400 });
  });

  it('A workflow with interacting agents has no targets', async () => {
    const wrong = { workflow_id: 'hybrid-corn-network', calibration_targets: [{ outcome: 'adopted', share: 0.3 }] };
    const { status, body } = await createSimulation(api, wrong);
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_adjustment' });
  });
});
