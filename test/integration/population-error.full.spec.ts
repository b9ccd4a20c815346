import { calibrate } from '../../model/fitting/calibrate.js';
import type { Table } from '../../model/fitting/rows/table.js';
import { parseRecipe } from '../../model/authoring/recipe/parse-recipe.js';
import { categories, indicator, linear, number, outcome, recipeDocument } from '../support/calibration/recipe-draft.js';

const rowCount = 3_000;
/** Numbers that fill (0, 1) evenly in an irregular order. */
const uniform = (k: number, seed: number) => ((k + 1) * (Math.sqrt(seed) % 1)) % 1;

/** Respondents in groups of equal size. All members of a group have the same sex. */
function respondents(groupSize: number): Table {
  const rows = Array.from({ length: rowCount }, (_, k) => {
    const group = Math.floor(k / groupSize);
    const sex = uniform(group, 2) < 0.5 ? 'woman' : 'man';
    const x = 2 * uniform(k, 3) - 1;
    const y = Math.abs(x);
    const utility = (sex === 'man' ? 1 : -1) + 3 * x * x * y - 1;
    const did = uniform(k, 5) < 1 / (1 + Math.exp(-utility)) ? 'goes' : 'stays';
    return [String(group), sex, x.toFixed(4), y.toFixed(4), did, k % 3 === 0 ? 'test' : 'train'];
  });
  return {
    columns: new Map(['group', 'sex', 'x', 'y', 'did', 'split'].map((name, k) => [name, rows.map((row) => row[k]!)])),
    lines: Int32Array.from(rows.keys(), (row) => row + 2),
  };
}

const sex = categories('sex', 'woman', 'man');
const outcomes = [outcome('stays'), outcome('goes')];
const isMan = [indicator('attribute', 'sex', 'man')];

/** Population error of a model with one attribute. */
function populationError(groupSize: number, attribute: Record<string, unknown> = sex) {
  const recipe = recipeDocument({
    attributes: [attribute],
    decision: { family: 'binary_logit', variables: [], ...linear({ constant: [], man: isMan }), outcomes },
    data: { columns: { 'attribute.sex': { column: 'sex' }, outcome: { column: 'did' } }, cluster: 'group' },
    fit: { population_replicates: 60 },
  });
  const { definition } = calibrate({
    recipe: parseRecipe(recipe),
    data: respondents(groupSize),
    calibratedOn: '2026-01-01',
  });
  return definition.evidence.errors?.population;
}

describe('Population error', () => {
  it('The error of independent respondents is the standard deviation divided by the root of their number', () => {
    const error = populationError(1)!;
    expect(error.respondents).toBe(rowCount);
    expect(error.replicates).toBe(60);
    expect(error.ratio).toBeGreaterThan(0.75);
    expect(error.ratio).toBeLessThan(1.25);
  });

  it('The error grows with the root of the group size if all members of a group are equal', () => {
    const ratio = populationError(16)!.ratio;
    expect(ratio).toBeGreaterThan(0.75 * 4);
    expect(ratio).toBeLessThan(1.25 * 4);
  });

  it('The synthetic population agrees with the rows if it has their distribution', () => {
    const { checks } = populationError(1)!;
    expect(checks.map(({ id }) => id)).toEqual(['stays', 'goes']);
    for (const { rows, synthetic } of checks) expect(Math.abs(rows - synthetic)).toBeLessThan(0.005);
  });

  it('The error is unknown if the author chose the distribution of all attributes', () => {
    const even = { ...sex, categories: sex.categories.map((category) => ({ ...category, probability: 0.5 })) };
    expect(populationError(1, even)).toBeUndefined();
  });

  it('A gap shows the effect of dependence between attributes that a Gaussian copula cannot have', () => {
    const recipe = recipeDocument({
      attributes: [number('x'), number('y')],
      decision: {
        family: 'binary_logit',
        variables: [],
        ...linear({ constant: [], both: [{ attribute: 'x', transform: 'square' }, { attribute: 'y' }] }),
        outcomes,
      },
      data: {
        columns: { 'attribute.x': { column: 'x' }, 'attribute.y': { column: 'y' }, outcome: { column: 'did' } },
      },
      fit: { population_replicates: 20 },
    });
    const { definition } = calibrate({ recipe: parseRecipe(recipe), data: respondents(1), calibratedOn: '2026-01-01' });
    const goes = definition.evidence.errors!.population!.checks.find(({ id }) => id === 'goes')!;
    expect(goes.rows - goes.synthetic).toBeGreaterThan(0.02);
    expect(goes.gap).toBeGreaterThan(0.02);
    expect(goes.gap).toBeLessThan(goes.rows - goes.synthetic);
  });
});
