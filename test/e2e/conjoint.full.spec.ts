import { conjoint } from '../../model/authoring/testing/choices.js';
import type { Promotion } from '../../src/routing/promotion/promotion.schema.js';
import type { SimulationRecord } from '../../src/simulations/simulation.record.js';
import type { View } from '../../src/simulations/view/view.schema.js';
import type { CaseStudy } from '../../src/workflows/case-study.record.js';
import type { ApiClient } from '../support/api-client.js';
import { createFit, finishedFit, type FitRecord, uploadLetters } from '../support/fits.js';
import { newCaller } from '../support/shared-service.js';
import { readTable } from '../support/tables.js';

/** A conjoint of 30 respondents with an opt-out, from the file to a table of products. */
describe('a conjoint', () => {
  let api: ApiClient;
  let fit: FitRecord & { result: NonNullable<FitRecord['result']> };

  beforeAll(async () => {
    api = await newCaller();
    const rows = conjoint(-1.8).map(({ resp, task, option, price, brand, isChosen }) =>
      [resp, task, option, price, brand, Number(isChosen)].join(','),
    );
    const dataset = await uploadLetters(api, `resp,task,option,price,brand,chosen\n${rows.join('\n')}\n`);
    const draft = await api.post<{ spec: string }>(`/v1/datasets/${dataset}/spec`, { outcome: 'chosen' });
    const created = await createFit(api, { dataset_id: dataset, spec: draft.body.data.spec });
    fit = (await finishedFit(api, created.body.data.id)) as typeof fit;
  });

  it('The result, its view and its table have part-worths, importance, willingness to pay and price effects', async () => {
    const { attributes, willingness_to_pay: amounts, price_effects: prices } = fit.result.choice!;
    expect(attributes.map(({ label }) => label)).toEqual(['Price', 'Brand']);
    expect(amounts.map(({ label }) => label)).toContain('Brand: Bolt instead of Acme');
    expect(prices!.rows).toHaveLength(3);
    const { sections } = (await api.call<View>(`/v1/runs/${fit.id}/view`)).body.data;
    const titles = sections.map(({ id }) => id);
    expect(titles).toEqual(expect.arrayContaining(['part-worths', 'willingness-to-pay', 'price-effects']));
    const table = await readTable(api, `/v1/runs/${fit.id}/table`);
    const kinds = new Set(table.map((row) => row['kind']));
    for (const kind of ['part_worth', 'importance', 'willingness_to_pay', 'price_effect'])
      expect(kinds).toContain(kind);
  });

  it('A published conjoint names the attributes of products, and simulates a table of products', async () => {
    const { data } = (await api.call<Promotion>(`/v1/fits/${fit.id}/publish`, { method: 'POST' })).body;
    const { workflow_id: id } = data as unknown as { workflow_id: string };
    const { product_attributes: attributes } = (await api.call<CaseStudy>(`/v1/case-studies/${id}`)).body.data;
    expect(attributes!.map((own) => own.id)).toEqual(['price', 'brand']);
    const products = [
      { id: 'bolt_12', label: 'Bolt 12', attributes: { price: 12, brand: 'bolt' } },
      { id: 'acme_9', label: 'Acme 9', attributes: { price: 9, brand: 'acme' } },
    ];
    const { status, body } = await api.call<SimulationRecord>('/v1/simulations', {
      method: 'POST',
      json: { workflow_id: id, agent_count: 200, seed: 1, alternatives: { products } },
      headers: { Prefer: 'wait=10' },
    });
    expect([200, 202]).toContain(status);
    const shares = Object.fromEntries(body.data.summary!.outcomes.map((own) => [own.id, own.share]));
    expect(shares['bolt_12']! + shares['acme_9']! + shares['none']!).toBeCloseTo(1, 6);
    expect(body.data.adjustments!.warnings.map(({ code }) => code)).toContain('places_averaged');
    const wrong = await api.post('/v1/simulations', {
      ...{ workflow_id: id, agent_count: 200 },
      alternatives: { products: [products[0], { ...products[1]!, attributes: { price: 9 } }] },
    });
    expect([wrong.status, wrong.body.error]).toEqual([400, 'invalid_adjustment']);
    expect(JSON.stringify(wrong.body.meta)).toContain('alternatives.products.1.attributes.brand');
  });
});
