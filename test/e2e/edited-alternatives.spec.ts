import type { ElasticitiesRecord } from '../../src/readings/indicators/indicators.record.js';
import type { ComparisonsRecord } from '../../src/readings/comparisons/comparison.record.js';
import type { EffectsRecord } from '../../src/readings/effects/effects.record.js';
import type { ApiClient } from '../support/api-client.js';
import { newCaller } from '../support/shared-service.js';
import { simulate, type SimulationRecord } from '../support/simulations.js';

interface Edited extends SimulationRecord {
  adjustments: { published_digest: string; warnings: { code: string; message: string }[] } | null;
}
interface Outcome {
  id: string;
  share: number;
  baseline_share: number;
}

const request = { workflow_id: 'intercity-mode-choice', agent_count: 300, seed: 5 };
const withoutCar = { ...request, alternatives: { remove: ['car'] } };

describe('simulations with edited alternatives', () => {
  let api: ApiClient;
  let published: SimulationRecord;
  let edited: Edited;

  beforeAll(async () => {
    api = await newCaller();
    published = await simulate(api, request);
    edited = (await simulate(api, withoutCar)) as Edited;
  });

  const outcomeOf = ({ summary }: SimulationRecord, id: string) =>
    (summary as unknown as { outcomes: Outcome[] }).outcomes.find((outcome) => outcome.id === id)!;

  it('A removed alternative has a share of 0 under the scenario, and its published share at the baseline', () => {
    expect(outcomeOf(edited, 'car').share).toBe(0);
    expect(outcomeOf(edited, 'car').baseline_share).toBeCloseTo(outcomeOf(published, 'car').share, 12);
    expect(outcomeOf(edited, 'train').share).toBeGreaterThan(outcomeOf(published, 'train').share);
  });

  it('The record names the edits, the published definition and the assumption of proportional substitution', async () => {
    const manifest = await api.call<{ definition_digest: string }>(`/v1/simulations/${published.id}/manifest`);
    expect(edited.adjustments).toMatchObject({
      alternatives: { remove: ['car'] },
      published_digest: manifest.body.data.definition_digest,
      warnings: [{ code: 'proportional_substitution', message: expect.stringContaining('Train') as string }],
    });
    expect((published as Edited).adjustments).toBeNull();
  });

  it('The manifest contains the edited definition, and transcripts state that the alternative is not offered', async () => {
    const manifest = await api.call<{ definition: { adjustments?: object } }>(`/v1/simulations/${edited.id}/manifest`);
    expect(manifest.body.data.definition.adjustments).toBeDefined();
    const agent = await api.call(`/v1/simulations/${edited.id}/results?limit=1`);
    expect(agent.text).toContain('The car is not offered.');
  });

  it('A summary of a group works with edited alternatives, and the report states the edits and their limits', async () => {
    const summary = await api.call(`/v1/simulations/${edited.id}/summary?where[urban]=both`);
    expect(summary.status).toBe(200);
    const { text } = await api.call(`/v1/simulations/${edited.id}/report`);
    expect(text).toContain('The scenario does not offer: Car.');
    expect(text).toContain('The model assumes independence from irrelevant alternatives (IIA)');
  });

  it('Simulations with the same edits and other parameters are comparable', async () => {
    const cheaper = await simulate(api, { ...withoutCar, scenario_context: { train_cost_factor: 0.8 } });
    const { status, body } = await api.call<ComparisonsRecord>(`/v1/comparisons?ids=${edited.id},${cheaper.id}`);
    expect(status).toBe(200);
    const [{ outcomes }] = body.data.comparisons as [ComparisonsRecord['comparisons'][number]];
    expect(outcomes.find(({ id }) => id === 'car')).toMatchObject({ share: 0, reference_share: 0 });
  });

  it('An added alternative appears among the outcomes, with warnings about its constant and extreme values', async () => {
    const added = (await simulate(api, {
      ...request,
      alternatives: { add: [{ id: 'maglev', label: 'Maglev', like: 'train', attributes: { time: 20 } }] },
    })) as Edited;
    expect(outcomeOf(added, 'maglev').baseline_share).toBe(0);
    expect(outcomeOf(added, 'maglev').share).toBeGreaterThan(0);
    expect(added.adjustments!.warnings.map(({ code }) => code)).toEqual([
      'proportional_substitution',
      'extrapolation',
      'constant_copied',
    ]);
  });

  it('Effects by group contain the removed alternative', async () => {
    const { status, body } = await api.call<EffectsRecord>(`/v1/simulations/${edited.id}/effects?figure=car`);
    expect(status).toBe(200);
    const [car] = body.data.figures;
    expect(car!.total.effect).toBeCloseTo(-outcomeOf(edited, 'car').baseline_share, 12);
    expect(car!.groups.length).toBeGreaterThan(0);
    for (const { effect } of car!.groups) expect(effect).toBeLessThanOrEqual(0);
  });

  it('Elasticities are those of the edited model: a removed alternative has none, and its fare has no effect', async () => {
    const { status, body } = await api.call<ElasticitiesRecord>(`/v1/simulations/${edited.id}/elasticities`);
    expect(status).toBe(200);
    const of = (parameter: string, figure: string) =>
      body.data.elasticities.find((own) => own.parameter === parameter && own.figure === figure)!;
    expect(of('train_cost_factor', 'train').point!.estimate).toBeLessThan(0);
    expect(of('train_cost_factor', 'car')).toMatchObject({
      value: 0,
      point: null,
      point_unavailable: 'figure_is_zero',
    });
    const ofPublished = await api.call<ElasticitiesRecord>(`/v1/simulations/${published.id}/elasticities`);
    const before = ofPublished.body.data.elasticities.find(
      (own) => own.parameter === 'train_cost_factor' && own.figure === 'train',
    )!;
    expect(of('train_cost_factor', 'train').point!.estimate).not.toBeCloseTo(before.point!.estimate, 3);
  });

  it('A sweep and a dry run accept edited alternatives', async () => {
    const sweep = await api.post<{ adjustments: object | null }>('/v1/sweeps', {
      ...withoutCar,
      parameters: [{ name: 'train_cost_factor', values: [0.8, 1] }],
    });
    expect([sweep.status, sweep.body.data.adjustments]).toEqual([202, expect.anything()]);
    expect((await api.post('/v1/simulations', { ...withoutCar, dry_run: true })).status).toBe(200);
  });

  it.each([
    ['an unknown alternative', { remove: ['boat'] }, 'alternatives.remove.0'],
    ['too few alternatives', { remove: ['car', 'train', 'bus'] }, 'alternatives.remove'],
    [
      'an unknown attribute',
      { add: [{ id: 'a', label: 'A', like: 'car', attributes: { frequency: 1 } }] },
      'alternatives.add.0.attributes.frequency',
    ],
    ['an id in use', { add: [{ id: 'bus', label: 'Bus', like: 'bus' }] }, 'alternatives.add.0.id'],
  ])('The error names %s', async (_, alternatives, path) => {
    const { status, body } = await api.post('/v1/simulations', { ...request, alternatives });
    expect([status, body.error]).toEqual([400, 'invalid_adjustment']);
    expect((body.meta['issues'] as { path: string }[])[0]!.path).toBe(path);
  });

  it.each([
    ['a workflow of another family', 'gotv-social-pressure', 'invalid_adjustment'],
    ['an unknown workflow', 'no-such-workflow', 'invalid_workflow'],
  ])('Edits of %s are rejected', async (_, workflow_id, code) => {
    const { status, body } = await api.post('/v1/simulations', { ...withoutCar, workflow_id });
    expect([status, body.error]).toEqual([400, code]);
  });

  it.each([
    [{ add: [{ id: 'Night Train', label: 'X', like: 'train' }] }],
    [{ add: [{ id: 'x', label: 'X', like: 'train', attributes: { time: '5' } }] }],
    [{ remove: 'car' }],
    [{ edit: [] }],
  ])('A malformed edit is a validation error: %j', async (alternatives) => {
    const { status, body } = await api.post('/v1/simulations', { ...request, alternatives });
    expect([status, body.error]).toEqual([400, 'validation_error']);
  });
});
