import { newCaller } from '../support/shared-service.js';
import { ENGINE_VERSION, resolveScenario } from '../../model/definition.js';
import { parseDefinition, simulate as simulateHere } from '../../model/simulate.js';
import type { RunnableDefinition } from '../../src/workflows/case-study.record.js';
import { simulate } from '../support/simulations.js';
import type { ModelRecord } from '../../src/workflows/case-study.parts.js';
import type { ApiClient } from '../support/api-client.js';

interface Entry {
  workflow_id: string;
  version: string;
  visibility: string;
  domain: string;
  family: string;
  evidence: { respondents: number };
}

interface Parts {
  agents_interact: boolean;
  outcomes: { id: string; label: string; variables: object[] }[];
  measures: { unit: string }[];
  attributes: { id: string; groups: { id: string; label: string }[] }[];
}

describe('the built-in workflows', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller()));

  const list = async (query: string) => (await api.call<Entry[]>(`/v1/case-studies?${query}`)).body.data;
  const slugs = async (query: string) => (await list(query)).map(({ workflow_id }) => workflow_id);

  it('The list of workflows is sorted by slug, shows the main evidence and has pages', async () => {
    const all = await list('');
    const names = all.map(({ workflow_id }) => workflow_id);
    expect(names).toEqual([...names].sort());
    expect(all.find(({ workflow_id }) => workflow_id === 'swissmetro-mode-choice')).toMatchObject({
      visibility: 'public',
      domain: 'transport',
      family: 'conditional_logit',
      evidence: { respondents: 752 },
      data_origin: { country: 'CH', years: { from: 1998, to: 1998, basis: 'collected' } },
    });
    const first = await api.call<Entry[]>('/v1/case-studies?limit=3');
    const cursor = String(first.body.meta['next_cursor']);
    expect(await slugs(`limit=3&cursor=${cursor}`)).toEqual(names.slice(3, 6));
  });

  it('Workflows can be searched by words, family, domain, and kind, country and years of the data, also combined', async () => {
    const swissmetro = ['swissmetro-mode-choice', 'swissmetro-value-of-time'];
    expect(await slugs('search=SWISSMETRO%20train')).toEqual(swissmetro);
    expect(await slugs('search=no-such-words')).toEqual([]);
    expect(await slugs('domain=transport')).toEqual(['intercity-mode-choice', ...swissmetro]);
    expect(await slugs('family=diffusion&domain=health')).toEqual(['family-planning-network']);
    expect(await slugs('country=CH')).toEqual(swissmetro);
    expect(await slugs('country=US&data_since=2010')).toEqual([
      ...['technology-adoption-bass', 'welfare-wording-experiment'],
    ]);
    expect(await slugs('data_kind=stated_preference&country=AU')).toEqual(['conservation-wtp']);
    expect((await api.call('/v1/case-studies?country=us')).body.error).toBe('validation_error');
    expect((await api.call('/v1/case-studies?family=guessing')).body.error).toBe('validation_error');
    expect((await api.call('/v1/case-studies?search=%00')).body.error).toBe('validation_error');
  });

  it('The definition of a workflow computes the digest of the service in another process, and is 304 if unchanged', async () => {
    const path = '/v1/case-studies/swissmetro-mode-choice/definition';
    const { headers, body } = await api.call<RunnableDefinition>(path);
    const { definition_digest, engine_version, definition } = body.data;
    const known = await api.call<{ definition_digest: string }>(path.replace('/definition', ''));
    expect([definition_digest, engine_version]).toEqual([known.body.data.definition_digest, ENGINE_VERSION]);
    const parsed = parseDefinition(definition);
    const resolved = resolveScenario(parsed, { swissmetro_cost_factor: 0.8 });
    if (!resolved.ok) throw new Error('the scenario is refused');
    const { digest } = simulateHere({ definition: parsed, scenario: resolved.scenario, seed: 7, agentCount: 100 });
    const scenario = { scenario_context: { swissmetro_cost_factor: 0.8 }, agent_count: 100, seed: 7 };
    expect((await simulate(api, scenario)).digest).toBe(digest);
    const tag = headers.get('etag')!;
    expect((await api.call(path, { headers: { 'If-None-Match': tag } })).status).toBe(304);
    expect((await api.call(`${path}?version=99.0.0`)).body.error).toBe('case_study_not_found');
  });

  it('A workflow can be read at a version and lists its versions', async () => {
    const path = '/v1/case-studies/swissmetro-mode-choice';
    const { data } = (await api.call<Entry & { definition_digest: string }>(path)).body;
    expect((await api.call(`${path}?version=${data.version}`)).body.data).toEqual(data);
    expect((await api.call(`${path}?version=99.0.0`)).body.error).toBe('case_study_not_found');
    expect((await api.call(`${path}?version=1`)).body.error).toBe('validation_error');
    const versions = await api.call<Record<string, string>[]>(`${path}/versions`);
    expect(versions.body.data).toContainEqual(
      expect.objectContaining({ version: data.version, definition_digest: data.definition_digest }),
    );
    expect((await api.call('/v1/case-studies/nothing/versions')).body.error).toBe('case_study_not_found');
  });

  it('A workflow lists the outcomes, measures and groups of attributes that requests can name', async () => {
    const read = async (slug: string) => (await api.call<Parts>(`/v1/case-studies/${slug}`)).body.data;
    const [travel, adoption, amount] = await Promise.all(
      ['swissmetro-mode-choice', 'hybrid-corn-network', 'conservation-wtp'].map(read),
    );
    expect([travel, adoption, amount].map((one) => one?.agents_interact)).toEqual([false, true, false]);
    expect(travel?.outcomes[1]).toMatchObject({ id: 'swissmetro', label: 'Swissmetro' });
    expect(travel?.outcomes[1]?.variables).toContainEqual({ id: 'cost', label: 'Cost', unit: 'CHF' });
    expect(amount?.measures.map(({ unit }) => unit)).toContain('AUD');
    const groups = (id: string) => travel?.attributes.find((one) => one.id === id)?.groups ?? [];
    expect(groups('sex')).toEqual([
      { id: 'female', label: 'Woman' },
      { id: 'male', label: 'Man' },
    ]);
    expect(groups('train_time').map(({ label }) => label)[0]).toMatch(/^up to \d+ min$/);
    const where = { train_time: groups('train_time').map(({ id }) => id)[0] };
    const body = { workflow_id: 'swissmetro-mode-choice', where, dry_run: true };
    const estimate = await api.post<{ adjustments: unknown }>('/v1/simulations', body);
    expect(estimate.body.data.adjustments).toMatchObject({ where });
  });

  it('A workflow has the formulas, estimates and fit of its model', async () => {
    const { data } = (await api.call<{ model: ModelRecord }>('/v1/case-studies/catsup-brand-choice')).body;
    expect(data.model).toMatchObject({
      formulas: expect.arrayContaining(['price(heinz28) = heinz28_price × heinz28_price_level']) as string[],
      standard_errors: 'clustered: 300 clusters',
      fit: { sample: 'full', parameters: 27 },
    });
    const price = data.model.estimates.find(({ coefficient }) => coefficient === 'price')!;
    expect(price.z).toBeCloseTo(price.estimate / price.standard_error!, 9);
    expect(price.p).toBeLessThan(0.001);
  });
});
