import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { draftSpec } from '../authoring/draft/draft-spec.js';
import { expandSpec } from '../authoring/expand-spec.js';
import { parseSpec } from '../authoring/parse-spec.js';
import { parseRecipe } from '../authoring/recipe/parse-recipe.js';
import { conjoint, tableOf } from '../authoring/testing/choices.js';
import type { WorkflowDefinition } from '../definition.js';
import { parseDefinition } from '../simulate.js';
import { calibrate } from '../fitting/calibrate.js';
import { choiceResults } from './choice-results.js';

const shown = conjoint();

function fittedConjoint(): WorkflowDefinition {
  const table = tableOf(shown.map(({ isChosen, ...own }) => ({ ...own, chosen: Number(isChosen) })));
  const { spec } = draftSpec(table, { file: 'phones.csv', outcome: 'chosen' });
  const { recipe, table: data } = expandSpec(parseSpec(spec), table);
  return calibrate({ recipe: parseRecipe(recipe), data, calibratedOn: '2026-11-25' }).definition;
}

const published = (slug: string): WorkflowDefinition =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')));

describe('The result of a conjoint', () => {
  let definition: WorkflowDefinition;
  let result: NonNullable<ReturnType<typeof choiceResults>>;
  beforeAll(() => {
    definition = fittedConjoint();
    result = choiceResults(definition)!;
  });
  const estimate = (id: string) => definition.decision.coefficients.find((one) => one.id === id)!.estimate;
  const attribute = (id: string) => result.attributes.find((one) => one.attribute === id)!;
  const variance = (weights: Readonly<Record<string, number>>) => {
    const { coefficients, matrix } = definition.evidence.covariance!;
    const vector = coefficients.map((id) => weights[id] ?? 0);
    return vector.reduce((sum, a, i) => sum + vector.reduce((line, b, j) => line + a * b * matrix[i]![j]!, 0), 0);
  };

  test('Part-worths are zero-centered in each attribute, and raw effects compare with the first level', () => {
    const [bolt, core] = [estimate('brand_bolt'), estimate('brand_core')];
    const mean = (bolt + core) / 3;
    const { levels } = attribute('brand');
    expect(levels.map(({ label }) => label)).toEqual(['Acme', 'Bolt', 'Core']);
    [0, bolt, core].forEach((effect, k) => {
      expect(levels[k]!.effect).toBeCloseTo(effect, 5);
      expect(levels[k]!.centered).toBeCloseTo(effect - mean, 5);
    });
    expect(attribute('price').levels.map(({ value, effect }) => [value, Number(effect.toFixed(4))])).toEqual(
      [9, 12, 15].map((price) => [price, Number(((price - 9) * estimate('price')).toFixed(4))]),
    );
  });

  test('Their intervals follow from the covariance of the coefficients', () => {
    const [, bolt] = attribute('brand').levels;
    const half = ([low, high]: readonly [number, number]) => (high - low) / 2;
    const error = (interval: readonly [number, number] | null) => half(interval!) / half(bolt!.effect_interval!);
    const raw = Math.sqrt(variance({ brand_bolt: 1 }));
    const centered = Math.sqrt(variance({ brand_bolt: 2 / 3, brand_core: -1 / 3 }));
    expect(error(bolt!.centered_interval)).toBeCloseTo(centered / raw, 4);
    expect(half(bolt!.effect_interval!) / raw).toBeGreaterThan(1.95);
  });

  test('The importance is the range of an attribute as a share of all ranges, with an interval around it', () => {
    const ranges = { price: -6 * estimate('price'), brand: estimate('brand_bolt') - estimate('brand_core') };
    for (const [id, range] of Object.entries(ranges)) {
      const { importance, importance_interval: interval } = attribute(id);
      expect(importance).toBeCloseTo(range / (ranges.price + ranges.brand), 5);
      expect(interval![0]).toBeLessThan(importance);
      expect(interval![1]).toBeGreaterThan(importance);
    }
  });

  test('The willingness to pay for a level is the ratio of its coefficient and that of the price', () => {
    const [bolt] = result.willingness_to_pay;
    expect(bolt).toMatchObject({ label: 'Brand: Bolt instead of Acme', kind: 'willingness_to_pay' });
    expect(bolt!.estimate).toBeCloseTo(-estimate('brand_bolt') / estimate('price'), 5);
    const [low, high] = bolt!.set!.limits!;
    expect(low).toBeLessThan(bolt!.estimate);
    expect(high).toBeGreaterThan(bolt!.estimate);
  });

  test('Price effects are the changes of the logit shares of the choices, which sum to 0', () => {
    const { rows } = result.price_effects!;
    const utility = ({ option, price, brand }: (typeof shown)[number], raised: number) =>
      (option > 1 ? estimate(`constant_${option}`) : 0) +
      estimate('price') * price * (option === raised ? 1.1 : 1) +
      ({ Acme: 0, Bolt: estimate('brand_bolt'), Core: estimate('brand_core') }[brand] ?? 0);
    const shares = (raised: number) => {
      const sums = [0, 0, 0];
      for (let row = 0; row < shown.length; row += 3) {
        const powers = shown.slice(row, row + 3).map((own) => Math.exp(utility(own, raised)));
        const total = powers.reduce((sum, own) => sum + own, 0);
        powers.forEach((own, k) => (sums[k]! += own / total / (shown.length / 3)));
      }
      return sums;
    };
    const before = shares(0);
    rows.forEach(({ effects, share }, k) => {
      expect(share).toBeCloseTo(before[k]!, 2);
      const after = shares(k + 1);
      effects.forEach(({ change, is_own: isOwn, interval }, j) => {
        expect(change).toBeCloseTo(after[j]! - before[j]!, 3);
        expect(isOwn).toBe(j === k);
        expect(Math.sign(interval![0])).toBe(isOwn ? -1 : 1);
      });
      expect(effects.reduce((sum, { change }) => sum + change, 0)).toBeCloseTo(0, 5);
    });
  });
});

test('Latent classes have their own part-worths, and their own importance', () => {
  const { attributes } = choiceResults(published('catsup-brand-choice'))!;
  const classes = new Set(attributes.map((one) => one.class));
  expect(classes.size).toBeGreaterThan(1);
  for (const own of classes)
    expect(
      attributes.filter((one) => one.class === own).reduce((sum, { importance }) => sum + importance, 0),
    ).toBeCloseTo(1, 5);
});

test('Other decisions have no such result', () => {
  expect(choiceResults(published('charity-match-mailing'))).toBeNull();
});
