import { draftSpec } from '../authoring/draft/draft-spec.js';
import { expandSpec } from '../authoring/expand-spec.js';
import { parseSpec } from '../authoring/parse-spec.js';
import { parseRecipe } from '../authoring/recipe/parse-recipe.js';
import { conjoint, tableOf } from '../authoring/testing/choices.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { productPriceOf, productRevenuesOf } from '../analyses/money-measures.js';
import { AdjustmentError } from '../engine-error.js';
import { calibrate } from '../fitting/calibrate.js';
import { published } from '../analyses/goals/testing/priced-product.js';
import { simulate } from '../simulation/simulate.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { adjustDefinition } from './adjust-definition.js';
import { parametersOfPlaces, type Product } from './offer-products.js';

function fittedConjoint(none?: number): WorkflowDefinition {
  const table = tableOf(conjoint(none).map(({ isChosen, ...own }) => ({ ...own, chosen: Number(isChosen) })));
  const { spec } = draftSpec(table, { file: 'phones.csv', outcome: 'chosen' });
  const { recipe, table: data } = expandSpec(parseSpec(spec), table);
  return calibrate({ recipe: parseRecipe(recipe), data, calibratedOn: '2026-11-25' }).definition;
}

const product = (id: string, price: number, brand: string): Product => ({
  ...{ id, label: id, attributes: { price, brand } },
});
const context = { seed: 1, agentCount: 400 };
const offered = (definition: WorkflowDefinition, products: readonly Product[]) =>
  adjustDefinition(definition, { alternatives: { products } }, context);

/** Mean probability of each alternative of the scenario. */
function sharesOf(definition: WorkflowDefinition): Record<string, number> {
  const { columns } = simulate({ definition, scenario: baselineScenario(definition), seed: 1, agentCount: 400 });
  return Object.fromEntries(
    columns.flatMap(({ name, values }) => {
      const [, id] = /^probability\.(.*)$/.exec(name) ?? [];
      return id === undefined ? [] : [[id, Array.from(values).reduce((sum, value) => sum + value, 0) / values.length]];
    }),
  );
}

describe('Products of a conjoint', () => {
  const plain = fittedConjoint();
  const estimateIn = (definition: WorkflowDefinition, id: string) =>
    definition.decision.coefficients.find((one) => one.id === id)!.estimate;
  const worth = (definition: WorkflowDefinition, { attributes: { price, brand } }: Product) =>
    Number(price) * estimateIn(definition, 'price') + (brand === 'acme' ? 0 : estimateIn(definition, `brand_${brand}`));

  test('Shares of products are those of a logit of all their attributes, and the places are not offered', () => {
    const products = [product('basic', 9, 'core'), product('plus', 12, 'bolt'), product('pro', 14.5, 'bolt')];
    const { definition } = offered(plain, products);
    const powers = products.map((own) => Math.exp(worth(plain, own)));
    const total = powers.reduce((sum, own) => sum + own, 0);
    const shares = sharesOf(definition);
    products.forEach(({ id }, k) => expect(shares[id]).toBeCloseTo(powers[k]! / total, 6));
    for (const place of ['1', '2', '3']) expect(shares[place]).toBe(0);
  });

  test('A copy halves the share of its original, in proportion for the others', () => {
    const [a, b] = [product('a', 9, 'acme'), product('b', 12, 'bolt')];
    const two = sharesOf(offered(plain, [a, b]).definition);
    const three = sharesOf(offered(plain, [a, b, { ...a, id: 'a_copy', label: 'Copy' }]).definition);
    expect(three['a']).toBeCloseTo(three['a_copy']!, 6);
    expect(three['a']! / three['b']!).toBeCloseTo(two['a']! / two['b']!, 6);
  });

  test('The baseline keeps the places, and the definition is valid', () => {
    const { definition } = offered(plain, [product('a', 9, 'acme'), product('b', 12, 'bolt')]);
    expect(() => parseDefinition(definition)).not.toThrow();
    const run = (own: WorkflowDefinition) =>
      simulate({ definition: own, scenario: baselineScenario(own), seed: 1, agentCount: 400 }).summary.outcomes;
    for (const { id, share } of run(plain))
      expect(run(definition).find((one) => one.id === id)!.baseline_share).toBeCloseTo(share, 10);
  });

  test('An opt-out stays, and products have the mean of the constants of the places', () => {
    const definition = fittedConjoint(-1.8);
    const products = [product('a', 9, 'acme'), product('b', 15, 'core')];
    const result = offered(definition, products);
    const constant = (estimateIn(definition, 'constant_2') + estimateIn(definition, 'constant_3')) / 3;
    const powers = products.map((own) => Math.exp(constant + worth(definition, own)));
    const none = Math.exp(estimateIn(definition, 'constant_none'));
    const total = none + powers[0]! + powers[1]!;
    const shares = sharesOf(result.definition);
    expect(shares['a']).toBeCloseTo(powers[0]! / total, 6);
    expect(shares['none']).toBeCloseTo(none / total, 6);
    expect(result.warnings.map(({ code }) => code)).toContain('places_averaged');
  });

  test('Parameters of a place have no effect on products, which have values of their own', () => {
    const { definition } = offered(plain, [product('own', 9, 'bolt'), product('other', 12, 'acme')]);
    expect(parametersOfPlaces(plain)).toEqual(expect.arrayContaining(['price_1', 'brand_3']));
    const share = (values: Record<string, number>) => {
      const scenario = { ...baselineScenario(definition), ...values };
      const { summary } = simulate({ definition, scenario, seed: 1, agentCount: 50 });
      return summary.outcomes.find(({ id }) => id === 'own')!.share;
    };
    expect(share({ price_1: 1.2 })).toBe(share({}));
  });

  test('The price of products is the number whose name or unit is that of money, and alternatives with names have none', () => {
    expect(productPriceOf(plain)).toMatchObject({ id: 'price', label: 'Revenue' });
    const dose = JSON.parse(
      JSON.stringify(plain).replaceAll('"label":"Price"', '"label":"Dose"').replaceAll('price', 'dose'),
    ) as WorkflowDefinition;
    expect(productPriceOf(dose)).toBeUndefined();
    expect(productPriceOf(published('swissmetro-mode-choice'))).toBeUndefined();
  });

  test('The revenue of a product is its price minus its unit cost times its share, and a loss turns the interval', () => {
    const products = [product('own', 9, 'bolt'), product('other', 12, 'acme')];
    const { definition } = offered(plain, products);
    const { outcomes } = simulate({
      definition,
      scenario: baselineScenario(definition),
      seed: 1,
      agentCount: 50,
    }).summary;
    const [own, other] = ['own', 'other'].map((id) => outcomes.find((one) => one.id === id)!);
    const ends = (factor: number, [low, high]: readonly [number, number]) => [factor * low, factor * high];
    expect(productRevenuesOf(plain, products, outcomes, { other: 20 })).toEqual({
      ...{ label: 'Revenue', unit: expect.any(String) as string },
      products: {
        own: { value: 9 * own!.share, interval: ends(9, own!.interval!) },
        other: { value: -8 * other!.share, interval: ends(-8, other!.interval!).reverse() },
      },
    });
    const unknown = [{ ...own!, interval: null }];
    expect(productRevenuesOf(plain, products, unknown)?.products).toEqual({
      own: { value: 9 * own!.share, interval: null },
    });
    expect(productRevenuesOf(published('swissmetro-mode-choice'), [], outcomes)).toBeUndefined();
  });

  test('A price outside the data is a warning', () => {
    const { warnings } = offered(plain, [product('a', 20, 'acme'), product('b', 12, 'bolt')]);
    expect(warnings.find(({ code }) => code === 'extrapolation')!.message).toContain('Price of a is 20');
  });

  test.each([
    [
      [{ id: 'a', label: 'A', attributes: { price: 9 } }, product('b', 9, 'acme')],
      'alternatives.products.0.attributes.brand',
    ],
    [[product('a', 9, 'nokia'), product('b', 9, 'acme')], 'alternatives.products.0.attributes.brand'],
    [[product('1', 9, 'acme'), product('b', 9, 'acme')], 'alternatives.products.0.id'],
    [[product('a', 9, 'acme')], 'alternatives.remove'],
  ])('Products that are incomplete, unknown, or too few are named with their field (%#)', (products, path) => {
    expect(() => offered(plain, products)).toThrow(AdjustmentError);
    try {
      offered(plain, products);
    } catch (error) {
      expect((error as AdjustmentError).issues.map((issue) => issue.path)).toContain(path);
    }
  });
});
