import { randomUUID } from 'node:crypto';
import type { ApiClient } from '../support/api-client.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, simulate, workflowId } from '../support/simulations.js';

interface DryRun {
  scenario_context: Record<string, unknown>;
  cost: { simulations: number; simulations_left: number; sufficient: boolean };
  expected_run_time: { ms: number; measured_on: string; runs: number };
  expected_precision: { share_half_width: number; headline: { id: string; half_width: number }; based_on: string };
}

describe('dry runs', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller()));

  const dryRun = (body: Record<string, unknown> = {}) =>
    api.post<DryRun>('/v1/simulations', { workflow_id: workflowId, agent_count: 1_000, dry_run: true, ...body });

  it('A dry run returns the resolved request with its cost, time and precision, and creates no simulation', async () => {
    const { status, body } = await dryRun({ scenario_context: { car_cost_factor: 5 }, seed: 3 });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      object: 'dry_run',
      dry_run: true,
      workflow_id: workflowId,
      agent_count: 1_000,
      seed: 3,
      webhook_url: null,
      uncertainty: { method: 'delta', parameter_draws: null },
      warnings: [{ parameter: 'car_cost_factor' }],
      cost: { simulations: 1, simulations_left: 10_000, sufficient: true },
      expected_precision: { based_on: 'worst_case' },
    });
    expect(body.data.scenario_context).toMatchObject({ train_cost_factor: 1, car_cost_factor: 5 });
    const { share_half_width, headline } = body.data.expected_precision;
    expect(headline.half_width).toBeGreaterThan(0);
    expect(share_half_width).toBeGreaterThanOrEqual(headline.half_width);
    expect(body.data.expected_run_time.ms).toBeGreaterThan(0);
    expect((await api.call('/v1/simulations')).body.data).toEqual([]);
  });

  it('A dry run bases its estimates on earlier simulations of the workflow', async () => {
    await Promise.all([1, 2, 3].map(() => simulate(api, { agent_count: 500 })));
    const { data } = (await dryRun()).body;
    expect(data.expected_run_time).toMatchObject({ measured_on: 'workflow' });
    expect(data.expected_run_time.runs).toBeGreaterThanOrEqual(3);
    expect(data.expected_precision.based_on).toBe('last_simulation');
    expect(data.expected_precision.share_half_width).toBeGreaterThan(0.01);
    expect(data.cost.simulations_left).toBe(9_997);
  });

  it('A dry run does not use the results of another organization', async () => {
    const other = await newCaller();
    const response = await other.post<DryRun>('/v1/simulations', { workflow_id: workflowId, dry_run: true });
    expect(response.body.data.expected_precision.based_on).toBe('worst_case');
  });

  it('A dry run rejects what a create rejects, and does not use its Idempotency-Key', async () => {
    expect(await dryRun({ agent_count: 10_001 })).toMatchObject({
      status: 400,
      body: { error: 'validation_error' },
    });
    expect(await dryRun({ workflow_id: 'none-such' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_workflow' },
    });
    const headers = { 'idempotency-key': randomUUID() };
    const json = { workflow_id: workflowId, agent_count: 10 };
    const dry = await api.call('/v1/simulations', { method: 'POST', headers, json: { ...json, dry_run: true } });
    expect(dry.status).toBe(200);
    expect((await api.call('/v1/simulations', { method: 'POST', headers, json })).status).toBe(202);
    expect((await createSimulation(api, { agent_count: 10, dry_run: false })).status).toBe(202);
  });
});
