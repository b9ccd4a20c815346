import { modelOf } from '../calibrate.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import { expandSpec } from '../../authoring/expand-spec.js';
import { parseSpec } from '../../authoring/parse-spec.js';
import { unbalancedAttributes } from './balance.js';
import { type AssignedValues, balanceTest, holmAdjusted } from './balance-test.js';

/** Uniform numbers from 0 to 1 that are the same in every run. */
function uniform(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Families of three, each with one letter. Its members have the same income, and opinions that depend on the letter by `shift`. */
function experiment(seed: number, shift = 0) {
  const next = uniform(seed);
  return Array.from({ length: 200 }, (_, family) => {
    const [letter, region, income] = [['none', 'plain', 'friendly'][Math.floor(3 * next())]!, next(), next()];
    return Array.from({ length: 3 }, () => ({
      ...{ family, letter, region: region < 0.3 ? 'north' : region < 0.6 ? 'south' : 'west' },
      ...{ income: Math.round(90 * income), age: 20 + Math.floor(50 * next()) },
      opinion: (next() + (letter === 'friendly' ? shift : 0)).toFixed(3),
      paid: next() < 0.4 ? 'yes' : 'no',
    }));
  }).flat();
}

const spec = `title: Letters
formula: paid ~ letter + region + income + age + opinion
outcome: { event: yes, label: Pays }
group: family
parameters: { letter: { randomized: true } }
`;

function unbalancedIn(rows: ReturnType<typeof experiment>, text = spec) {
  const columns = Object.keys(rows[0]!) as (keyof (typeof rows)[number])[];
  const table = {
    columns: new Map(columns.map((name) => [name, rows.map((row) => String(row[name]))])),
    lines: Int32Array.from(rows, (_, row) => row + 2),
  };
  const expansion = expandSpec(parseSpec(text), table);
  const recipe = parseRecipe(expansion.recipe);
  return unbalancedAttributes(recipe, modelOf({ recipe, data: expansion.table }));
}

const independent = (values: number[], armOf: number[]): AssignedValues => ({
  ...{ values, armOf, arms: Math.max(...armOf) + 1 },
  ...{ weights: values.map(() => 1), clusters: [...values.keys()], frequencies: values.map(() => 1) },
});

describe('balance of randomized columns', () => {
  it('A column that the treatment changed is named with its arms, and neither the treatment nor another column', () => {
    const [found, ...others] = unbalancedIn(experiment(5, 0.4));
    expect(others).toEqual([]);
    expect(found).toMatchObject({ parameter: 'letter', attribute: 'opinion', column: 'opinion' });
    expect(found!.arms[0]).toBe('friendly');
    expect(found!.difference).toBeGreaterThan(0.5);
    expect(found!.z).toBeGreaterThan(5);
    expect(found!.p).toBeLessThan(1e-6);
  });

  it('True experiments with groups are not accused, although members of a group have the same income', () => {
    const seeds = Array.from({ length: 12 }, (_, k) => 11 + 97 * k);
    expect(seeds.flatMap((seed) => unbalancedIn(experiment(seed)))).toEqual([]);
    // Without its groups, an experiment that assigned families looks unbalanced.
    const ungrouped = spec.replace('group: family\n', '');
    expect(seeds.flatMap((seed) => unbalancedIn(experiment(seed), ungrouped))).not.toEqual([]);
  });

  it('A parameter that the spec does not call randomized is not tested', () => {
    expect(unbalancedIn(experiment(5, 0.4), spec.replace('{ randomized: true }', '{}'))).toEqual([]);
  });

  it('For two arms of independent rows and a share of one half, the statistic is Pearson’s chi-squared', () => {
    // 30 of 50 and 45 of 100.
    const values = Array.from({ length: 150 }, (_, k) => Number(k < 30 || (k >= 50 && k < 95)));
    const armOf = Array.from(values, (_, k) => Number(k >= 50));
    const test = balanceTest(independent(values, armOf))!;
    expect([test.z, test.p, test.difference]).toEqual([
      expect.closeTo(Math.sqrt(3), 8),
      expect.closeTo(0.0832645, 6),
      expect.closeTo(0.3, 8),
    ]);
    expect(test.pair).toEqual([0, 1]);
  });

  it('A row that represents several respondents counts once for each of them', () => {
    const rows = independent([1, 0, 1, 0], [0, 0, 1, 1]);
    const counts = [30, 20, 45, 55];
    const test = balanceTest({ ...rows, weights: counts, frequencies: counts })!;
    expect(test.z).toBeCloseTo(Math.sqrt(3), 8);
  });

  it('A rare value is not tested, because a few cases cannot show that an assignment was not random', () => {
    const values = Array.from({ length: 200 }, (_, k) => Number(k < 3));
    expect(
      balanceTest(
        independent(
          values,
          Array.from(values, (_, k) => Number(k >= 20)),
        ),
      ),
    ).toBeUndefined();
  });

  it('The p-values of several tests are those of p.adjust of R with the method of Holm', () => {
    expect(holmAdjusted([0.01, 0.04, 0.03, 0.005]).map((p) => Number(p.toFixed(12)))).toEqual([0.03, 0.06, 0.06, 0.02]);
  });
});
