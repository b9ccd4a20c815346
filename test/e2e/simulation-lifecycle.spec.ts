import { tiers } from '../../src/common/identity/caller.js';
import type { ApiClient } from '../support/api-client.js';
import { queryDatabase } from '../support/auth-service.js';
import { whileQueuePaused } from '../support/pause-queue.js';
import { bootstrap, newCaller, sharedClient } from '../support/shared-service.js';
import {
  createSimulation,
  finished,
  simulate,
  workflowId,
  type AgentRecord,
  type SimulationRecord,
} from '../support/simulations.js';

describe('the lifecycle of a simulation', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller()));

  it('A create returns 202 with Location, Retry-After and the resolved inputs', async () => {
    const { status, headers, body } = await createSimulation(api, { scenario_context: { train_headway_factor: 0.5 } });
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/v1/simulations/${body.data.id}`);
    expect(headers.get('retry-after')).toBe('1');
    expect(body.data).toMatchObject({ status: 'queued', workflow_id: workflowId, agent_count: 200, summary: null });
    expect(body.data.id).toMatch(/^sim_/);
    expect(body.data.seed).toBeGreaterThanOrEqual(0);
    expect(body.data.scenario_context).toMatchObject({ train_headway_factor: 0.5, car_cost_factor: 1 });
  });

  it('A completed simulation returns all agents with outcomes and transcripts, which match the counts and mean probabilities of its summary', async () => {
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
    for (const { id, count, share } of outcomes) {
      expect(body.data.filter(({ outcome }) => outcome === id)).toHaveLength(count);
      const mean = body.data.reduce((sum, { probabilities }) => sum + probabilities[id]!, 0) / 1_000;
      expect(share).toBeCloseTo(mean, 12);
    }
  });

  it('The same seed gives the same digest, and another seed gives another digest', async () => {
    const [first, again, other] = await Promise.all([7, 7, 8].map((seed) => simulate(api, { agent_count: 500, seed })));
    expect(again?.digest).toBe(first?.digest);
    expect(other?.digest).not.toBe(first?.digest);
  });

  it('Intervals contain the estimation error by the delta method or by draws, and none for zero draws, with the same agents', async () => {
    const [byDefault, byDraws, withoutDraws] = await Promise.all([
      simulate(api, { seed: 5 }),
      simulate(api, { seed: 5, uncertainty: { method: 'draws', parameter_draws: 20 } }),
      simulate(api, { seed: 5, uncertainty: { parameter_draws: 0 } }),
    ]);
    expect(byDefault.uncertainty).toEqual({ method: 'delta', parameter_draws: null });
    expect(byDraws.uncertainty).toEqual({ method: 'draws', parameter_draws: 20 });
    expect(withoutDraws.uncertainty).toEqual({ method: 'draws', parameter_draws: 0 });
    expect([byDraws.digest, withoutDraws.digest]).toEqual([byDefault.digest, byDefault.digest]);
    const errorsOf = ({ summary }: SimulationRecord) => summary!.outcomes.map(({ errors }) => errors.estimation);
    for (const error of [byDefault, byDraws].flatMap(errorsOf)) expect(error).toBeGreaterThan(0);
    expect(errorsOf(withoutDraws)).toEqual([null, null, null]);
    for (const draws of [1, 1_001]) {
      const rejected = await createSimulation(api, { uncertainty: { parameter_draws: draws } });
      expect(rejected).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    }
  });

  it('The delta method is rejected for interacting agents with the cause, and draws are their default', async () => {
    const workflow_id = 'repeated-pd-cooperation';
    const { status, body } = await createSimulation(api, { workflow_id, uncertainty: { method: 'delta' } });
    expect([status, body.error]).toEqual([400, 'validation_error']);
    const issues = body.meta['issues'] as { path: string; message: string }[];
    expect(issues).toEqual([
      { path: 'uncertainty.method', message: expect.stringContaining('agents of this workflow interact') as string },
    ]);
    const accepted = await createSimulation(api, { workflow_id, agent_count: 10 });
    expect(accepted.body.data.uncertainty).toEqual({ method: 'draws', parameter_draws: 50 });
  });

  it('Seeds from 0 to 2^53-1 are accepted', async () => {
    for (const seed of [0, Number.MAX_SAFE_INTEGER]) {
      const record = await simulate(api, { agent_count: 10, seed });
      expect(record).toMatchObject({ status: 'completed', seed });
    }
  });

  it('A simulation with a value outside the calibrated range runs and has a warning', async () => {
    const { body } = await createSimulation(api, { agent_count: 10, scenario_context: { car_cost_factor: 5 } });
    expect(body.data.warnings).toEqual([expect.objectContaining({ parameter: 'car_cost_factor', value: 5 })]);
    expect(await finished(api, body.data.id)).toMatchObject({ status: 'completed' });
  });

  it('Results of an unfinished simulation get 409 with its status, and the simulation has Retry-After until it finishes', async () => {
    const { id, early, unfinished } = await whileQueuePaused(async () => {
      const { data } = (await createSimulation(api, { agent_count: 10 })).body;
      const path = `/v1/simulations/${data.id}`;
      return { id: data.id, early: await api.call(`${path}/results`), unfinished: await api.call(path) };
    });
    expect(early.status).toBe(409);
    expect(early.body).toMatchObject({
      error: 'simulation_not_complete',
      meta: { status: expect.any(String) as string },
    });
    expect(unfinished.headers.get('retry-after')).toBe('1');
    await finished(api, id);
    expect((await api.call(`/v1/simulations/${id}`)).headers.get('retry-after')).toBeNull();
  });

  it('Deleted results get 410 results_expired, and the simulation keeps its summary and digest', async () => {
    const { id, digest } = await simulate(api, { agent_count: 5 });
    // The process keeps columns that were read.
    expect((await api.call(`/v1/simulations/${id}/results`)).status).toBe(200);
    await queryDatabase('sandbox', 'DELETE FROM simulation_results WHERE simulation_id = $1', [id]);
    for (const path of ['results', 'results/agents/0']) {
      const { status, body } = await api.call(`/v1/simulations/${id}/${path}`);
      expect([path, status, body.error]).toEqual([path, 410, 'results_expired']);
    }
    const { body } = await api.call<SimulationRecord>(`/v1/simulations/${id}`);
    expect(body.data).toMatchObject({ status: 'completed', digest });
    expect(body.data.summary).not.toBeNull();
  });

  it('The default agent count is the recommended count, limited by the ceiling of the plan', async () => {
    const small = await newCaller({ plan: 'sandbox' });
    const { body } = await small.post<SimulationRecord>('/v1/simulations', { workflow_id: workflowId });
    expect(body.data.agent_count).toBe(1_000);
    const large = await api.post<SimulationRecord>('/v1/simulations', { workflow_id: workflowId });
    expect(large.body.data.agent_count).toBeGreaterThan(1_000);
  });

  it('An agent count above the ceiling of the plan gets 400 agent_count_exceeds_plan with the ceiling', async () => {
    const small = await newCaller({ plan: 'sandbox' });
    const { status, body } = await createSimulation(small, { agent_count: 1_001 });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'agent_count_exceeds_plan', meta: { agent_count_ceiling: 1_000 } });
  });

  it.each(tiers)('A simulation in the %s tier completes and is not found in the other tier', async (tier) => {
    const organization = `Both tiers ${Date.now()}`;
    const key = await bootstrap({ tier, organization });
    const otherKey = await bootstrap({ tier: tier === 'live' ? 'sandbox' : 'live', organization });
    expect(otherKey.organization_id).toBe(key.organization_id);
    const record = await simulate(sharedClient(key.key));
    expect(record.status).toBe('completed');
    const { status } = await sharedClient(otherKey.key).call(`/v1/simulations/${record.id}`);
    expect(status).toBe(404);
  });

  it("Another organization's simulation gets the same 404 response as one that unknownId existed", async () => {
    const record = await simulate(api);
    const otherCaller = await newCaller();
    const unknownId = record.id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    for (const tail of ['', '/results']) {
      const foreign = await otherCaller.call(`/v1/simulations/${record.id}${tail}`);
      const missing = await otherCaller.call(`/v1/simulations/${unknownId}${tail}`);
      expect(foreign.status).toBe(404);
      const withoutRequestId = ({ text, body }: typeof foreign) => text.replace(body.meta.request_id ?? '', '');
      expect(withoutRequestId(foreign)).toBe(withoutRequestId(missing));
    }
  });

  it('A workflow contains its scenario schema and its evidence, and an unknown one gets 404', async () => {
    const { status, body } = await api.call<Record<string, unknown>>(`/v1/case-studies/${workflowId}`);
    expect(status).toBe(200);
    expect(Object.keys(body.data)).toEqual(
      expect.arrayContaining(['scenario_schema', 'evidence', 'definition_digest']),
    );
    const missing = await api.call('/v1/case-studies/no-such-workflow');
    expect(missing).toMatchObject({ status: 404, body: { error: 'case_study_not_found' } });
  });
});
