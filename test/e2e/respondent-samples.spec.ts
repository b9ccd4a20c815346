import type { WorkflowDefinition } from '../../model/definition.js';
import type { SimulationRecord } from '../../src/simulations/simulation.record.js';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import { runFit, type FitRecord } from '../support/fits.js';
import { itInFullLevel } from '../support/full-level.js';
import { createShareLink, tokenOf } from '../support/share-links.js';
import { newCaller } from '../support/shared-service.js';

describe('rows of respondents', () => {
  let api: ApiClient;
  let fit: FitRecord;
  const path = () => `/v1/fits/${fit.id}/publish`;
  const definition = () => fit.result!.definition as unknown as WorkflowDefinition;

  const simulate = (body: object = {}, caller = api): Promise<ApiResponse<SimulationRecord>> =>
    caller.call<SimulationRecord>('/v1/simulations', {
      method: 'POST',
      json: { workflow_id: 'letters-of-donors', agent_count: 2_000, seed: 1, ...body },
      headers: { Prefer: 'wait=20' },
    });
  const shareOf = ({ body }: ApiResponse<SimulationRecord>) =>
    body.data.summary!.outcomes.find(({ id }) => id === 'donates')!.share;

  beforeAll(async () => {
    api = await newCaller();
    fit = await runFit(api);
  });

  it('A fit names the rows of its agents and does not contain them, also in its share of the baseline', () => {
    expect(definition().population).toMatchObject({ sample: { count: 800 } });
    expect(definition().population).not.toHaveProperty('people');
    const figure = fit.result!.baseline!.figures.find(({ id }) => id === 'donates')!;
    expect(Math.abs(figure.simulated - figure.observed)).toBeLessThan(0.002);
  });

  it('A published workflow simulates the rows: the baseline has the observed share, in a segment too', async () => {
    expect((await api.call(path(), { method: 'POST' })).status).toBe(201);
    const [first, second] = [await simulate(), await simulate()];
    const { observed } = fit.result!.baseline!.figures.find(({ id }) => id === 'donates')!;
    expect(Math.abs(shareOf(first) - observed)).toBeLessThan(0.002);
    expect(second.body.data.digest).toBe(first.body.data.digest);
    expect(first.body.data.adjustments).toBeNull();
    expect((await simulate({ where: { age: ['group_4'] } })).body.data.status).toBe('completed');
  });

  itInFullLevel(
    'A simulation of the rows has no simulator and no interactive report, and the error states how to get one',
    async () => {
      const { id } = (await simulate()).body.data;
      const expected = {
        status: 409,
        body: {
          error: 'synthetic_population_required',
          meta: { message: expect.stringContaining('`population: synthetic`') as string },
        },
      };
      expect(await api.call(`/v1/runs/${id}/report?interactive=true`)).toMatchObject(expected);
      const parameters = [definition().scenario.parameters[0]!.id];
      expect(await createShareLink(api, { run_id: id, simulator: { parameters } })).toMatchObject(expected);
    },
  );

  it('Another organization gets no rows by the digest that a definition names', async () => {
    const other = await newCaller();
    const refused = await other.post('/v1/case-studies', { definition: definition() });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_definition']);
    expect(refused.text).toContain('names rows that were deleted with their dataset');
  });

  itInFullLevel(
    'The rows are deleted with their dataset, also from earlier results: later simulations have synthetic agents and state it',
    async () => {
      const before = await simulate();
      expect((await api.call(`/v1/datasets/${fit.dataset_id}`, { method: 'DELETE' })).status).toBe(200);
      const after = await simulate();
      expect(after.body.data.status).toBe('completed');
      expect(after.body.data.adjustments).toMatchObject({ warnings: [{ code: 'respondents_deleted' }] });
      expect(after.body.data.digest).not.toBe(before.body.data.digest);
      expect((await simulate()).body.data.digest).toBe(after.body.data.digest);
      const simulator = { parameters: [definition().scenario.parameters[0]!.id] };
      expect((await createShareLink(api, { run_id: before.body.data.id, simulator })).status).toBe(409);
      const link = await createShareLink(api, { run_id: after.body.data.id, simulator });
      const shared = await api.call(`/v1/shared/${tokenOf(link.body.data)}/simulator`);
      expect(shared.body.data).toMatchObject({ digest: after.body.data.digest });
      for (const rows of ['people', 'sample'])
        expect(shared.body.data).not.toHaveProperty(`definition.population.${rows}`);
      const segment = await simulate({ where: { age: ['group_4'] } });
      expect(segment.body.data.adjustments!.warnings.map(({ code }) => code)).toContain('respondents_deleted');
      const republished = await api.post(path(), { version: '2.0.0' });
      expect([republished.status, republished.body.error]).toEqual([400, 'invalid_definition']);
      expect((await api.call(`/v1/simulations/${before.body.data.id}/report`)).status).toBe(200);
      const agents = await api.call(`/v1/simulations/${before.body.data.id}/results`);
      expect([agents.status, agents.body.error]).toEqual([410, 'results_expired']);
      expect((await api.call(`/v1/simulations/${after.body.data.id}/results`)).status).toBe(200);
    },
  );
});
