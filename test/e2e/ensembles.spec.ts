import { randomUUID } from 'node:crypto';
import type { ApiClient } from '../support/api-client.js';
import { publishWorkflow, testDefinition } from '../support/definitions.js';
import { newCaller } from '../support/shared-service.js';
import { finished, type Errors, type SimulationRecord } from '../support/simulations.js';
import { waitUntil } from '../support/wait-until.js';

interface Combined {
  value: number;
  interval: [number, number] | null;
  errors: Errors;
  between_models: number;
  missing_parts: string[];
}
interface Ensemble {
  id: string;
  status: string;
  models: { simulation_id: string; workflow_id: string; status: string; weight: number; outcomes: object }[];
  weights: {
    method: string;
    warnings: string[];
    held_out: { observations: number; log_loss: number[]; combined_log_loss: number } | null;
  };
  outcomes:
    | {
        id: string;
        share: Combined;
        baseline_share: number;
        difference: Combined;
        models: { share: number; difference: number }[];
      }[]
    | null;
}

const cheaper = { train_cost_factor: 0.8 };
const swissmetro = { workflow_id: 'swissmetro-mode-choice', scenario_context: cheaper };
const intercity = { workflow_id: 'intercity-mode-choice', scenario_context: cheaper };
const request = { agent_count: 150, seed: 4, models: [swissmetro, intercity] };

describe('ensembles', () => {
  let api: ApiClient;
  beforeAll(async () => {
    api = await newCaller();
  });

  const create = (body: object = {}, headers = {}) =>
    api.call<Ensemble>('/v1/ensembles', { method: 'POST', json: { ...request, ...body }, headers });
  const completed = async (id: string): Promise<Ensemble> => {
    const read = async () => (await api.call<Ensemble>(`/v1/ensembles/${id}`)).body.data;
    await waitUntil('the ensemble to complete', async () => (await read()).status === 'completed');
    return read();
  };

  it('The answers of the workflows appear next to each other, with their combination and the spread between them', async () => {
    const created = await create({ name: 'Cheaper trains' });
    expect([created.status, created.body.data.status, created.body.data.outcomes]).toEqual([202, 'queued', null]);
    const { models, weights, outcomes } = await completed(created.body.data.id);
    expect(models.map(({ weight }) => weight)).toEqual([0.5, 0.5]);
    expect([weights.method, weights.held_out]).toEqual(['equal', null]);
    expect(weights.warnings[0]).toMatch(/no held-out predictions of the same data/);
    expect(outcomes!.map(({ id }) => id)).toEqual(['train', 'car']);
    const [train] = outcomes!;
    const simulations = await Promise.all(models.map(({ simulation_id }) => finished(api, simulation_id)));
    const shares = simulations.map(({ summary }) => summary!.outcomes.find(({ id }) => id === 'train')!);
    expect(train!.models.map(({ share }) => share)).toEqual(shares.map(({ share }) => share));
    expect(train!.share.value).toBeCloseTo((shares[0]!.share + shares[1]!.share) / 2, 12);
    expect(train!.share.between_models).toBeCloseTo(Math.abs(shares[0]!.share - shares[1]!.share) / 2, 12);
    expect(train!.share.errors.model!).toBeGreaterThanOrEqual(train!.share.between_models);
    expect(train!.share.interval![0]).toBeLessThan(train!.share.value);
  });

  it('Lists of ensembles have the status of each ensemble and no outcomes, so that a page needs no summaries', async () => {
    const { id } = (await create()).body.data;
    await completed(id);
    const { body } = await api.call<Ensemble[]>('/v1/ensembles?limit=1');
    expect(body.data).toMatchObject([{ id, status: 'completed', outcomes: null }]);
  });

  it('Outcomes are mapped to shared ids, and given weights are used', async () => {
    const created = await create({
      models: [
        { ...swissmetro, outcomes: { rail: 'rail', road: 'car' }, weight: 3 },
        { ...intercity, outcomes: { rail: 'train', road: 'car' }, weight: 1 },
      ],
    });
    const { models, outcomes, weights } = await completed(created.body.data.id);
    expect([weights.method, models.map(({ weight }) => weight)]).toEqual(['given', [0.75, 0.25]]);
    expect(outcomes!.map(({ id }) => id)).toEqual(['rail', 'road']);
  });

  it('Workflows with held-out predictions of the same data have stacking weights with a lower loss than each of them', async () => {
    const values = (shift: number) => Array.from({ length: 100 }, (_, i) => Math.log(0.2 + 0.6 * ((i * shift) % 1)));
    const slugs = [`stacked-${randomUUID()}`, `stacked-${randomUUID()}`];
    for (const [k, slug] of slugs.entries()) {
      const definition = structuredClone(testDefinition(slug)) as unknown as { evidence: { hold_out: object } };
      definition.evidence.hold_out = {
        ...definition.evidence.hold_out,
        log_predictions: { data_digest: 'a'.repeat(64), values: values(k === 0 ? 0.618 : 0.414) },
      };
      expect((await publishWorkflow(api, definition as never)).status).toBeLessThan(300);
    }
    const created = await create({ models: slugs.map((workflow_id) => ({ workflow_id })) });
    const { weights, models } = created.body.data;
    expect(weights.method).toBe('stacking');
    expect(weights.held_out!.combined_log_loss).toBeLessThan(Math.min(...weights.held_out!.log_loss));
    expect(models.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
  });

  it('A replay returns the same ensemble, and every workflow counts against the quota once', async () => {
    const own = await newCaller();
    const headers = { 'idempotency-key': randomUUID() };
    const post = () => own.call<Ensemble>('/v1/ensembles', { method: 'POST', json: request, headers });
    const first = await post();
    expect((await post()).body.data.id).toBe(first.body.data.id);
    const { body } = await own.call<{ simulations_this_period: number }>('/v1/usage');
    expect(body.data.simulations_this_period).toBe(2);
    expect((await own.call<Ensemble[]>('/v1/ensembles')).body.data.map(({ id }) => id)).toEqual([first.body.data.id]);
  });

  it('An ensemble with a deleted simulation has no combination', async () => {
    const { id, models } = (await create()).body.data;
    await completed(id);
    await api.call(`/v1/simulations/${models[0]!.simulation_id}`, { method: 'DELETE' });
    const { body } = await api.call<Ensemble>(`/v1/ensembles/${id}`);
    expect([body.data.status, body.data.models[0]!.status, body.data.outcomes]).toEqual(['failed', 'deleted', null]);
  });

  it.each([
    [{ ...intercity, scenario_context: { fare: 1 } }, 'invalid_scenario_context', 'models.1.scenario_context.fare'],
    [
      { ...intercity, adjustments: { alternatives: { remove: ['boat'] } } },
      'invalid_adjustment',
      'models.1.adjustments.alternatives.remove.0',
    ],
  ])('The path of a problem leads to the field of the request: %j', async (second, code, path) => {
    const { body } = await create({ models: [swissmetro, second] });
    expect([body.error, (body.meta['issues'] as { path: string }[])[0]!.path]).toEqual([code, path]);
  });

  it.each([
    ['one workflow', { models: [swissmetro] }, 'validation_error'],
    ['eleven workflows', { models: Array.from({ length: 11 }, () => swissmetro) }, 'validation_error'],
    ['a weight of one workflow only', { models: [{ ...swissmetro, weight: 1 }, intercity] }, 'validation_error'],
    ['weights of 0', { models: [swissmetro, intercity].map((own) => ({ ...own, weight: 0 })) }, 'validation_error'],
    ['an unknown outcome', { models: [{ ...swissmetro, outcomes: { rail: 'boat' } }, intercity] }, 'validation_error'],
    [
      'workflows without a shared outcome',
      { models: [swissmetro, { workflow_id: 'gotv-social-pressure' }] },
      'validation_error',
    ],
    ['an unknown workflow', { models: [swissmetro, { workflow_id: 'no-such-workflow' }] }, 'invalid_workflow'],
    [
      'an unknown parameter',
      { models: [swissmetro, { ...intercity, scenario_context: { fare: 1 } }] },
      'invalid_scenario_context',
    ],
    [
      'an unknown alternative',
      { models: [swissmetro, { ...intercity, adjustments: { alternatives: { remove: ['boat'] } } }] },
      'invalid_adjustment',
    ],
  ])('An ensemble with %s is rejected, and nothing is queued', async (_, body, code) => {
    const own = await newCaller();
    const response = await own.post('/v1/ensembles', { ...request, ...body });
    expect([response.status, response.body.error]).toEqual([400, code]);
    expect((await own.call<SimulationRecord[]>('/v1/simulations')).body.data).toEqual([]);
    expect((await own.call<Ensemble[]>('/v1/ensembles')).body.data).toEqual([]);
  });
});
