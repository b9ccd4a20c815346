import { tiers } from '../../src/common/identity/tier.js';
import { ApiClient } from '../support/api-client.js';
import { queryDatabase } from '../support/auth-service.js';
import { bootstrap, newCaller, runFile } from '../support/shared-service.js';
import {
  createSimulation,
  finished,
  simulate,
  workflowId,
  type AgentRecord,
  type SimulationRecord,
} from '../support/simulations.js';

describe('the path of a simulation', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller()));

  it('is accepted with 202, where to look and when, and all that was resolved for it', async () => {
    const { status, headers, body } = await createSimulation(api, { scenario_context: { train_headway_factor: 0.5 } });
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/v1/simulations/${body.data.id}`);
    expect(headers.get('retry-after')).toBe('1');
    expect(body.data).toMatchObject({ status: 'queued', workflow_id: workflowId, agent_count: 200, summary: null });
    expect(body.data.id).toMatch(/^sim_/);
    expect(body.data.seed).toBeGreaterThanOrEqual(0);
    expect(body.data.scenario_context).toMatchObject({ train_headway_factor: 0.5, car_cost_factor: 1 });
  });

  it('ends completed, with every agent, its outcome and its reasons', async () => {
    const record = await simulate(api, { agent_count: 1_000 });
    expect(record).toMatchObject({ status: 'completed', progress: { agents_done: 1_000, agents_total: 1_000 } });
    const { status, headers, body } = await api.call<AgentRecord[]>(`/v1/simulations/${record.id}/results`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body.data.map(({ index }) => index)).toEqual(Array.from({ length: 1_000 }, (_, index) => index));
    expect(body.data.every(({ transcript }) => transcript.length > 1)).toBe(true);
    expect(body.meta).toMatchObject({ seed: record.seed, digest: record.digest, returned: 1_000, has_more: false });
    const outcomes = record.summary?.outcomes ?? [];
    expect(outcomes.map(({ id }) => id)).toEqual(['train', 'swissmetro', 'car']);
    for (const { id, share } of outcomes) {
      expect(body.data.filter(({ outcome }) => outcome === id)).toHaveLength(Math.round(share * 1_000));
    }
  });

  it('gives the same digest for the same seed, and another for another', async () => {
    const [first, again, other] = await Promise.all([7, 7, 8].map((seed) => simulate(api, { agent_count: 500, seed })));
    expect(again?.digest).toBe(first?.digest);
    expect(other?.digest).not.toBe(first?.digest);
  });

  it('tells the error of the estimates beside that of the sample, from as many draws as are asked for', async () => {
    const [usual, none] = await Promise.all([
      simulate(api, { seed: 5 }),
      simulate(api, { seed: 5, uncertainty: { parameter_draws: 0 } }),
    ]);
    expect(usual).toMatchObject({ uncertainty: { parameter_draws: 50 } });
    expect(none).toMatchObject({ uncertainty: { parameter_draws: 0 }, digest: usual.digest });
    const errorsOf = ({ summary }: SimulationRecord) => summary!.outcomes.map(({ errors }) => errors.estimation);
    for (const error of errorsOf(usual)) expect(error).toBeGreaterThan(0);
    expect(errorsOf(none)).toEqual([null, null, null]);
    for (const draws of [1, 201]) {
      const refused = await createSimulation(api, { uncertainty: { parameter_draws: draws } });
      expect(refused).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    }
  });

  it('takes 0 and 2^53-1 as seeds like any other', async () => {
    for (const seed of [0, Number.MAX_SAFE_INTEGER]) {
      const record = await simulate(api, { agent_count: 10, seed });
      expect(record).toMatchObject({ status: 'completed', seed });
    }
  });

  it('flags a value outside the calibrated range and runs all the same', async () => {
    const { body } = await createSimulation(api, { agent_count: 10, scenario_context: { car_cost_factor: 5 } });
    expect(body.data.warnings).toEqual([expect.objectContaining({ parameter: 'car_cost_factor', value: 5 })]);
    expect(await finished(api, body.data.id)).toMatchObject({ status: 'completed' });
  });

  it('answers 409 with the status to who asks for results too early, and Retry-After while it runs', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await createSimulation(api, { agent_count: 10_000 })).body.data.id),
    );
    const last = ids.at(-1) ?? '';
    const early = await api.call(`/v1/simulations/${last}/results`);
    expect(early.status).toBe(409);
    expect(early.body).toMatchObject({
      error: 'simulation_not_complete',
      meta: { status: expect.any(String) as string },
    });
    const underWay = await api.call<SimulationRecord>(`/v1/simulations/${last}`);
    expect(underWay.headers.get('retry-after')).toBe('1');
    await Promise.all(ids.map((id) => finished(api, id)));
    expect((await api.call(`/v1/simulations/${last}`)).headers.get('retry-after')).toBeNull();
  });

  it('answers 410 for results that were swept; the record stays whole', async () => {
    const { id, digest } = await simulate(api, { agent_count: 5 });
    await queryDatabase('sandbox', 'DELETE FROM simulation_results WHERE simulation_id = $1', [id]);
    for (const path of ['results', 'results/agents/0']) {
      const { status, body } = await api.call(`/v1/simulations/${id}/${path}`);
      expect([path, status, body.error]).toEqual([path, 410, 'results_expired']);
    }
    const { body } = await api.call<SimulationRecord>(`/v1/simulations/${id}`);
    expect(body.data).toMatchObject({ status: 'completed', digest });
    expect(body.data.summary).not.toBeNull();
  });

  it('leaves out the agent count at the recommended sample size, cut to the ceiling of the plan', async () => {
    const small = await newCaller({ plan: 'sandbox' });
    const { body } = await small.post<SimulationRecord>('/v1/simulations', { workflow_id: workflowId });
    expect(body.data.agent_count).toBe(1_000);
    const large = await api.post<SimulationRecord>('/v1/simulations', { workflow_id: workflowId });
    expect(large.body.data.agent_count).toBeGreaterThan(1_000);
  });

  it('answers 400 agent_count_exceeds_plan with the ceiling above what the plan allows', async () => {
    const small = await newCaller({ plan: 'sandbox' });
    const { status, body } = await createSimulation(small, { agent_count: 1_001 });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'agent_count_exceeds_plan', meta: { agent_count_ceiling: 1_000 } });
  });

  it.each(tiers)('works in the %s tier, and is not seen in the other', async (tier) => {
    const organization = `Both tiers ${Date.now()}`;
    const key = await bootstrap({ tier, organization });
    const twin = await bootstrap({ tier: tier === 'live' ? 'sandbox' : 'live', organization });
    expect(twin.organization_id).toBe(key.organization_id);
    const record = await simulate(new ApiClient(runFile().url, key.key));
    expect(record.status).toBe('completed');
    const { status } = await new ApiClient(runFile().url, twin.key).call(`/v1/simulations/${record.id}`);
    expect(status).toBe(404);
  });

  it("answers another organization's simulation exactly like one that never was", async () => {
    const record = await simulate(api);
    const stranger = await newCaller();
    const never = record.id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    for (const tail of ['', '/results']) {
      const foreign = await stranger.call(`/v1/simulations/${record.id}${tail}`);
      const missing = await stranger.call(`/v1/simulations/${never}${tail}`);
      expect(foreign.status).toBe(404);
      const withoutRequestId = ({ text, body }: typeof foreign) => text.replace(body.meta.request_id ?? '', '');
      expect(withoutRequestId(foreign)).toBe(withoutRequestId(missing));
    }
  });

  it('shows the workflow with its scenario schema and its evidence', async () => {
    const { status, body } = await api.call<Record<string, unknown>>(`/v1/case-studies/${workflowId}`);
    expect(status).toBe(200);
    expect(Object.keys(body.data)).toEqual(
      expect.arrayContaining(['scenario_schema', 'evidence', 'definition_digest']),
    );
    const missing = await api.call('/v1/case-studies/no-such-workflow');
    expect(missing).toMatchObject({ status: 404, body: { error: 'case_study_not_found' } });
  });
});
