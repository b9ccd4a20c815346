import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { WorkflowDefinition } from '../../model/definition.js';
import { parseDefinition } from '../../model/simulate.js';
import type { SimulationRecord } from '../../src/simulations/simulation.record.js';
import type { View } from '../../src/simulations/view/view.schema.js';
import type { Promotion } from '../../src/routing/promotion/promotion.schema.js';
import type { ApiClient } from '../support/api-client.js';
import {
  createFit,
  finishedFit,
  issuesOfSpec,
  lettersCsv,
  lettersSpec,
  uploadLetters,
  usedBy,
  type FitRecord,
} from '../support/fits.js';
import { specFolder } from '../support/calibration/catalog-spec.js';
import { isFull, itInFullLevel } from '../support/full-level.js';
import { callerWithScopes } from '../support/keys.js';
import { newCaller } from '../support/shared-service.js';
import { createShareLink, tokenOf } from '../support/share-links.js';
import { readTable } from '../support/tables.js';
import { createEndpoint, listDeliveries } from '../support/webhooks.js';
import { waitUntil } from '../support/wait-until.js';

const idempotencyKey = { 'Idempotency-Key': randomUUID() };

describe('fits', () => {
  let api: ApiClient;
  let dataset: string;
  let fit: FitRecord & { result: NonNullable<FitRecord['result']> };

  beforeAll(async () => {
    api = await newCaller();
    await createEndpoint(api, { url: 'https://hooks.invalid/' });
    dataset = await uploadLetters(api);
    const created = await createFit(api, { dataset_id: dataset, name: 'Letters' }, idempotencyKey);
    fit = (await finishedFit(api, created.body.data.id)) as typeof fit;
  });

  const issuesOf = (spec: unknown) => issuesOfSpec(api, dataset, spec);

  it('A dry run shows the model in words, each inferred choice and the used columns, and queues nothing', async () => {
    const before = await usedBy(api);
    const { status, body } = await createFit(api, { dataset_id: dataset, dry_run: true });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      object: 'fit_dry_run',
      dataset_id: dataset,
      spec: lettersSpec,
      workflow_id: 'letters-of-donors',
      model: {
        family: 'binary_logit',
        formula: 'gave ~ match + age',
        words: 'The log-odds of “Donates” are a weighted sum of match: 1:1, match: 2:1 and age.',
        rows: 800,
        columns: ['household', 'match', 'age', 'gave'],
        parameters: [{ id: 'match' }, { id: 'age' }],
      },
      cost: { simulations: 1 },
    });
    expect(body.data.inferred).toContain('Family: binary_logit, because "gave" has 2 values.');
    expect(body.data).not.toHaveProperty('agent_count');
    expect(await usedBy(api)).toBe(before);
  });

  it('A fit has robust estimates, held-out results, the baseline, effects and sample answers', () => {
    const { result, progress, quota } = fit;
    expect(progress).toEqual({ steps_done: 4, steps_total: 4 });
    expect(quota).toBe(1);
    expect(result.estimates.map(({ coefficient }) => coefficient)).toEqual([
      'constant',
      'match_1_1',
      'match_2_1',
      'age',
    ]);
    for (const { estimate, standard_error: error, z, interval } of result.estimates) {
      expect(z).toBeCloseTo(estimate / error!, 2);
      expect(interval![1] - interval![0]).toBeCloseTo(2 * 1.959964 * error!, 5);
    }
    expect(result.fit).toMatchObject({ coefficients: 4, observations: 800, clusters: 400 });
    expect(result.fit.aic).toBeCloseTo(8 - 2 * result.fit.log_likelihood, 6);
    expect(result.held_out.scores.map(({ id }) => id)).toContain('log_loss');
    const [plot] = result.calibration_plot;
    expect(plot!.points.map(({ predicted }) => predicted)).toEqual(
      plot!.points.map(({ predicted }) => predicted).toSorted((a, b) => a - b),
    );
    const baseline = result.baseline!.figures.find(({ id }) => id === 'donates')!;
    expect(baseline.simulated).toBeCloseTo(baseline.observed, 1);
    expect(result.effects.map(({ label }) => label)).toEqual([
      'Match: 1:1 compared with none',
      'Match: 2:1 compared with none',
      'Age: 10% higher',
    ]);
    expect(result.effects[0]!.is_distinguishable).toBe(true);
    expect(result.effects[0]!.simulated).toBeGreaterThan(0);
    expect(result.answers.length).toBeGreaterThan(1);
  });

  it('Each example question of the workflow is read as intended, and the others are warnings', () => {
    const definition = fit.result.definition as unknown as WorkflowDefinition;
    const unread = fit.result.warnings.filter(({ code }) => code === 'question_not_read');
    for (const question of definition.routing.examples)
      expect(unread.filter(({ message }) => message.includes(question))).toEqual([]);
    expect(fit.result.answers.map(({ question }) => question)).toEqual(
      expect.arrayContaining(definition.routing.examples.slice(0, 1)),
    );
  });

  it('Lists leave out the definition, and a single read has it', async () => {
    const { data } = (await api.call<FitRecord[]>('/v1/runs?kind=fit')).body;
    expect(data.find(({ id }) => id === fit.id)!.result!.definition).toBeNull();
    expect(fit.result.definition).toMatchObject({ workflow_id: 'letters-of-donors' });
    const runs = (await api.call<FitRecord[]>('/v1/runs?kind=fit')).body.data;
    expect(runs.map(({ id }) => id)).toContain(fit.id);
  });

  it('A shared fit has no comments of the spec, no dataset and no values of single respondents, and states so', async () => {
    const token = tokenOf((await createShareLink(api, { run_id: fit.id })).body.data);
    const { body } = await api.call<FitRecord>(`/v1/shared/${token}`);
    const definition = body.data.result!.definition as unknown as WorkflowDefinition;
    // The service stores the distributions without such values: these are those of the fit.
    expect(definition.population.min_respondents).toBe(10);
    const { attributes } = (fit.result.definition as unknown as WorkflowDefinition).population;
    expect(definition.population.attributes).toEqual(attributes);
    const { text: report } = await api.call(`/v1/shared/${token}/report`);
    for (const page of [JSON.stringify(body.data), report]) {
      expect(page).toContain('gave ~ match + age');
      expect(page).not.toMatch(/The letters of one year|dataset_id|ds_[0-9a-f]{32}/);
    }
    expect(report).toContain('distributions have no values of single respondents');
    expect(() => parseDefinition(definition)).not.toThrow();
  });

  it('A fit has a table, a view, a report and a manifest', async () => {
    const rows = await readTable(api, `/v1/runs/${fit.id}/table`);
    expect(rows.filter(({ kind }) => kind === 'estimate')).toHaveLength(4);
    const view = (await api.call<View>(`/v1/runs/${fit.id}/view`)).body.data;
    expect(view.headline.text).toMatch(
      /^Match: (1:1|2:1) instead of none: \d+\.\d points more “Donates” \(95% interval \+/,
    );
    expect(view.sections.map(({ id }) => id)).toEqual(expect.arrayContaining(['model', 'estimates', 'calibration']));
    const report = await api.call(`/v1/runs/${fit.id}/report`);
    expect([report.status, report.text.includes('Match: 1:1')]).toEqual([200, true]);
    const manifest = (await api.call<object>(`/v1/runs/${fit.id}/manifest`)).body.data;
    expect(manifest).toMatchObject({ spec: lettersSpec, dataset_id: dataset, digest: fit.digest });
    expect(manifest).not.toHaveProperty('seed');
  });

  it('A finished fit emits fit.completed once', async () => {
    const own = async () => (await listDeliveries(api)).filter(({ simulation_id: id }) => id === fit.id);
    await waitUntil('the event was published', async () => (await own()).length > 0);
    expect(await own()).toMatchObject([{ event_type: 'fit.completed' }]);
  });

  it('A fit is no workflow until it is published', async () => {
    expect((await api.call('/v1/case-studies/letters-of-donors')).status).toBe(404);
  });

  it('A published fit answers simulations and questions that name its workflow', async () => {
    const path = `/v1/fits/${fit.id}/publish`;
    const published = await api.call<Promotion>(path, { method: 'POST' });
    expect([published.status, published.body.data.version]).toEqual([201, '1.0.0']);
    expect(published.headers.get('location')).toBe('/v1/case-studies/letters-of-donors');
    const body = { workflow_id: 'letters-of-donors', agent_count: 200, seed: 1 };
    const simulated = await api.call<SimulationRecord>('/v1/simulations', {
      method: 'POST',
      json: { ...body, scenario_context: { match: '2_1' } },
      headers: { Prefer: 'wait=20' },
    });
    expect(simulated.body.data.status).toBe('completed');
    const question = 'What share has the outcome “Donates” if match is 2:1?';
    const { status, body: asked } = await api.post<SimulationRecord>('/v1/simulations/auto', {
      ...body,
      question,
      dry_run: true,
    });
    expect([status, asked.data.scenario_context]).toEqual([200, { match: '2_1', age: 1 }]);
  });

  itInFullLevel('A repeated publication of a fit changes nothing, and another version can be named', async () => {
    const path = `/v1/fits/${fit.id}/publish`;
    expect(await api.call(path, { method: 'POST' })).toMatchObject({ status: 200 });
    const next = await api.post<Promotion>(path, { version: '1.1.0' });
    expect([next.status, next.body.data.version]).toEqual([201, '1.1.0']);
    expect(await api.call(path, { method: 'POST' })).toMatchObject({ status: 200 });
  });

  itInFullLevel('The example questions of a fit can be replaced, and only written ones are overlaps', async () => {
    const path = `/v1/fits/${fit.id}/publish`;
    const asIs = await api.post<Promotion>(path, { version: '1.2.0' });
    expect(asIs.body.data.overlaps.flatMap(({ questions }) => questions)).toEqual([]);
    const examples = ['Who would take the Swissmetro if its fares were 20% lower?', 'Do donors match the letter 2:1?'];
    const edited = await api.post<Promotion>(path, { version: '1.3.0', examples });
    expect([edited.status, edited.body.data.version]).toEqual([201, '1.3.0']);
    const overlap = edited.body.data.overlaps.find(({ workflow_id: id }) => id === 'swissmetro-mode-choice');
    expect(overlap?.questions).toMatchObject([{ question: examples[0] }]);
    const { body } = await api.call<object>('/v1/case-studies/letters-of-donors');
    expect(body.data).toMatchObject({ definition: { routing: { examples } } });
    expect(await api.post(path, { version: '1.4.0', examples: [] })).toMatchObject({ status: 400 });
  });

  it('To publish needs case_studies:write and the scope that reads the fit, and another organization finds neither fit nor dataset', async () => {
    const path = `/v1/fits/${fit.id}/publish`;
    const limited = await callerWithScopes(api, ['simulations:read', 'simulations:write']);
    expect((await limited.post(path, {})).status).toBe(403);
    const publisher = await callerWithScopes(api, ['case_studies:read', 'case_studies:write']);
    expect(await publisher.post(path, {})).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope', meta: { required_scope: 'simulations:read' } },
    });
    const other = await newCaller();
    expect((await other.post(path, {})).body.error).toBe('run_not_found');
    expect(await createFit(other, { dataset_id: dataset })).toMatchObject({
      status: 404,
      body: { error: 'dataset_not_found' },
    });
    expect(await createFit(api, { dataset_id: 'ds_no' })).toMatchObject({ body: { error: 'dataset_not_found' } });
    const live = await newCaller({ tier: 'live' });
    expect(await createFit(live, { dataset_id: dataset })).toMatchObject({ body: { error: 'dataset_not_found' } });
  });

  itInFullLevel(
    'A fit that the data cannot identify fails with a stable code and the name of the coefficient',
    async () => {
      const csv = lettersCsv(200)
        .trim()
        .split('\n')
        .map((line, row) => `${line},${row === 0 ? 'twice' : 2 * Number(line.split(',')[2])}`)
        .join('\n');
      const spec = { title: 'Twice the age', formula: 'gave ~ age + twice', outcome: { event: 1, label: 'Donates' } };
      const { body } = await createFit(api, { dataset_id: await uploadLetters(api, `${csv}\n`), spec });
      const { failure } = await finishedFit(api, body.data.id);
      expect(failure!.code).toBe('calibration_collinear');
      expect(failure!.message).toContain('twice');
    },
  );

  it('Problems of a spec have their path and their fix', async () => {
    expect(await issuesOf('title: Letters\nformula: gave ~ ages')).toEqual([
      { path: 'formula', message: expect.stringContaining('did you mean "age"?') as string },
    ]);
    if (!isFull) return;
    expect(await issuesOf({ title: 'Letters', formula: 'gave ~ age', parameters: { match: {} } })).toEqual([
      { path: 'parameters.match', message: expect.stringContaining('match is not in the formula') as string },
    ]);
    expect(await issuesOf('title: [')).toEqual([
      { path: 'line 1', message: expect.stringContaining('YAML') as string },
    ]);
    expect(await issuesOf({ workflow_id: 'a', decision: {} })).toEqual([
      { path: '', message: expect.stringContaining('is a definition, not a spec') as string },
    ]);
    expect(await issuesOf({ title: 'Letters', formula: 'gave ~ age', decision: { family: 'tree' } })).toEqual([
      expect.objectContaining({ path: 'decision.family' }),
    ]);
  });

  itInFullLevel(
    'A spec without a formula is read with the decision that it writes out, except for diffusion',
    async () => {
      const spec = {
        ...{ title: 'Gifts', summary: 'Share that gives, by age.', domain: 'fundraising', source: 'Own data.' },
        ...{ date: '2025', license: 'Internal.', sample: 'Donors.', kind: 'observational', limits: ['One letter.'] },
        questions: { examples: ['Do older donors give more often?'], not_for: ['What is the weather?'] },
        population: { description: 'Donors.' },
        attributes: { age: { type: 'integer', unit: 'years', column: { column: 'age', if_missing: 50 } } },
        decision: {
          ...{ family: 'binary_logit', id: 'gift', label: 'Gift', column: 'gave' },
          outcomes: { none: { is: 0, noun: 'no gift' }, gives: { is: 1, noun: 'a gift' } },
          terms: { constant: '1', age: '0.1 * age' },
        },
        headline_outcome: 'gives',
        evidence: { file: 'letters.csv', collected: '2025', causal: 'The effect of age is not causal.' },
        narrative: {
          ...{ introduction: 'I am {age} old', peers: 'donors like me', baseline: 'At the baseline' },
          reasons: { age: { both: 'I am {age} old' } },
          outcome: {
            chosen: 'I make {alternative}',
            would: 'I would make {alternative}',
            would_have: 'I would have made {alternative}',
          },
        },
        split: { seed: 1, share: 0.3 },
      };
      const { status, body } = await createFit(api, { dataset_id: dataset, spec, dry_run: true });
      expect(status).toBe(200);
      expect(body.data.model).toMatchObject({ formula: '', rows: 800, columns: ['age', 'gave'] });
      const market = parse(readFileSync(join(specFolder, 'technology-adoption-bass.yaml'), 'utf8')) as object;
      expect(await issuesOf({ ...market, questions: spec.questions })).toEqual([
        { path: 'decision.family', message: expect.stringContaining('diffusion is fitted by the operator') as string },
      ]);
    },
  );

  it('Fields of simulations are rejected', async () => {
    for (const field of [
      { agent_count: 5 },
      { seed: 1 },
      { scenario_context: {} },
      { workflow_id: 'x' },
      { where: {} },
    ])
      expect(await createFit(api, { dataset_id: dataset, ...field })).toMatchObject({
        status: 400,
        body: { error: 'validation_error' },
      });
  });

  it('A definition without its envelope is rejected with the envelope that it needs', async () => {
    const { status, body } = await api.post('/v1/case-studies', fit.result.definition);
    expect([status, body.error]).toEqual([400, 'validation_error']);
    expect(JSON.stringify(body.meta['issues'])).toContain('{ \\"definition\\": … }');
  });

  // The last test, because it deletes the dataset.
  it('A repeated create returns the first response, also after the dataset was deleted', async () => {
    await api.call(`/v1/datasets/${dataset}`, { method: 'DELETE' });
    const again = await createFit(api, { dataset_id: dataset, name: 'Letters' }, idempotencyKey);
    expect([again.status, again.body.data.id]).toEqual([202, fit.id]);
  });
});
