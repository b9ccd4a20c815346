import { tableOf } from '../../../test/support/calibration/table-of.js';
import { fitDesign, type Fit } from '../../fitting/fit-design.js';
import { conditionalLogit } from '../../fitting/likelihoods/conditional-logit.js';
import { rankedChoices } from '../../fitting/likelihoods/choice-based-sample.js';
import type { Design } from '../../fitting/likelihood.js';
import { baselineScenario } from '../../definition.js';
import { simulate } from '../../simulate.js';
import { calibrate, modelOf } from '../../fitting/calibrate.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import { expandSpec } from '../../authoring/expand-spec.js';
import { parseSpec } from '../../authoring/parse-spec.js';
import { itInFullLevel } from '../../../test/support/full-level.js';
import { fitSample } from '../../fitting/fit-sample.js';
import type { Table } from '../../fitting/rows/table.js';
import type { ConditionalLogit } from './conditional-logit.schema.js';
import { uniformAt } from '../../../test/support/uniform-at.js';

/** The alternatives. */
const names = ['apple', 'banana', 'cherry', 'date'];

/** Coefficients in the utilities. */
const truth = { banana: 0.5, cherry: -0.4, date: 0.2, price: -0.8 };
const rows = 800;

const uniform = uniformAt(23);

/** Four fruits at random prices. The last one is missing from every fifth row. The order of each row is that of its random utilities. */
const fruits = Array.from({ length: rows }, (_, row) => {
  const prices = names.map((_name, j) => Math.round(1 + 30 * uniform(row, j)) / 10);
  const utilities = names.map(
    (name, j) =>
      ((truth as Record<string, number>)[name] ?? 0) +
      truth.price * prices[j]! -
      Math.log(-Math.log(uniform(row, 9 + j))),
  );
  const available = names.map((_name, j) => j < 3 || row % 5 !== 0);
  const order = names
    .map((_name, j) => j)
    .filter((j) => available[j])
    .toSorted((a, b) => utilities[b]! - utilities[a]!);
  return { prices, available, order };
});

/** A file with a row for each choice. */
const wide = tableOf(
  fruits.map(({ prices, available, order }) => ({
    ...Object.fromEntries(
      names.flatMap((name, j) => [
        [`price_${name}`, String(prices[j])],
        [`sold_${name}`, available[j] ? '1' : '0'],
      ]),
    ),
    first: names[order[0]!]!,
    second: names[order[1]!]!,
    last: names[order.at(-1)!]!,
  })),
);

/** Spec of the wide file. */
function wideSpec(settings: string): string {
  return `title: Fruits\nformula: first ~ price\nalternatives: { shape: wide, available: "sold_{alt}", ${settings} }`;
}

/** Fit of a spec to all rows. */
function fitOf(text: string, data: Table): { fit: Fit; decision: ConditionalLogit } {
  const expanded = expandSpec(parseSpec(text), data);
  const recipe = parseRecipe(expanded.recipe);
  const model = modelOf({ recipe, data: expanded.table });
  const { fit } = fitSample(model, Int32Array.from(model.observations.row.keys()), recipe.fit);
  return { fit, decision: recipe.definition.decision as ConditionalLogit };
}

const long = tableOf(
  fruits.flatMap(({ prices, order }, row) =>
    order.toSorted().map((j) => ({
      basket: String(row),
      fruit: names[j]!,
      rank: String(order.indexOf(j) + 1),
      worst: order.at(-1) === j ? '1' : '0',
      price: String(prices[j]),
    })),
  ),
);

it('A ranking has the fit of its choices in separate rows, and of the worst with negative utilities', () => {
  const equation = (j: number, cellsOf: (row: number) => number[]) => ({
    coefficients: Int32Array.from(j === 0 ? [3] : [j - 1, 3]),
    matrix: Float64Array.from(fruits.flatMap((_, row) => cellsOf(row))),
  });
  const design: Design = {
    rows,
    coefficients: ['banana', 'cherry', 'date', 'price'],
    equations: names.map((_name, j) =>
      equation(j, (row) => (j === 0 ? [fruits[row]!.prices[j]!] : [1, fruits[row]!.prices[j]!])),
    ),
  };
  const chosen = (rank: number) => Int32Array.from(fruits, ({ order }) => order.at(rank)!);
  const openAfter = (...ranks: number[]) =>
    Uint8Array.from(
      fruits.flatMap(({ available, order }) =>
        available.map((isOpen, j) => Number(isOpen && !ranks.some((rank) => order[rank] === j))),
      ),
    );
  const further = [
    { chosen: chosen(1), isWorst: false },
    { chosen: chosen(-1), isWorst: true },
  ];
  const ranked = fitDesign(design, rankedChoices(4, chosen(0), further, openAfter()));
  const matrices = design.equations.map(({ matrix }) => [matrix, matrix, matrix.map((value) => -value)]);
  const separate = fitDesign(
    {
      ...design,
      rows: 3 * rows,
      clusters: Int32Array.from({ length: 3 * rows }, (_, row) => row % rows),
      equations: design.equations.map((own, j) => ({
        ...own,
        matrix: Float64Array.from(matrices[j]!.flatMap((part) => [...part])),
      })),
    },
    conditionalLogit(
      4,
      Int32Array.from([...chosen(0), ...chosen(1), ...chosen(-1)]),
      Uint8Array.from([...openAfter(), ...openAfter(0), ...openAfter(0, 1)]),
    ),
  );
  expect(ranked.logLikelihood).toBeCloseTo(separate.logLikelihood, 8);
  ranked.estimates.forEach((estimate, k) => expect(estimate).toBeCloseTo(separate.estimates[k]!, 8));
});

describe('specs of rankings', () => {
  it('A wide and a long file have the same fit, with smaller errors than the first choices', () => {
    const first = fitOf(wideSpec(''), wide).fit;
    const ranked = fitOf(wideSpec('ranks: [second], worst: last'), wide).fit;
    const settings = 'shape: long, id: fruit, situation: basket, ranks: 2, worst: worst';
    const fromLong = fitOf(`title: Fruits\nformula: rank ~ price\nalternatives: { ${settings} }`, long).fit;
    expect(fromLong.logLikelihood).toBeCloseTo(ranked.logLikelihood, 8);
    expect(ranked.names).toEqual(['constant_banana', 'constant_cherry', 'constant_date', 'price']);
    Object.values(truth).forEach((value, k) => {
      expect(Math.abs(ranked.estimates[k]! - value)).toBeLessThan(3 * ranked.standardErrors[k]!);
      expect(ranked.standardErrors[k]!).toBeLessThan(0.9 * first.standardErrors[k]!);
    });
  });

  it.each([
    ['ranks: [second, missing]', 'alternatives.ranks: uses "missing", which is not a column of the data'],
    ['ranks: 3', 'alternatives.ranks: must be a list of columns, because the file is wide'],
    ['ranks: [second], nests: { red: [apple, cherry] }', 'alternatives.ranks: cannot be combined with `nests`'],
    ['worst: last, sampling: { apple: 1, banana: 1, cherry: 1, date: 1 }', 'alternatives.worst: cannot be combined'],
    ['ranks: [first]', 'outcome.rank_2 is apple, which is already an earlier choice of this row'],
  ])('The error of the setting %s says what to change', (settings, message) => {
    expect(() => fitOf(wideSpec(settings), wide)).toThrow(message);
  });

  it('An empty rank ends the ranking of a row, and a rank after it is refused with its line', () => {
    const columns = new Map(wide.columns);
    const second = [...columns.get('second')!];
    second[3] = '';
    columns.set('second', second);
    const data = { ...wide, columns };
    expect(fitOf(wideSpec('ranks: [second], worst: last'), data).fit.logLikelihood).toBeLessThan(0);
    expect(() => fitOf(wideSpec('ranks: [second, last]'), data)).toThrow(
      'line 5: outcome.rank_3 has a value, but the rank before it has none',
    );
  });

  it('A long file names choices with two alternatives of one rank', () => {
    const columns = new Map(long.columns);
    columns.set(
      'rank',
      columns.get('rank')!.map((rank) => (rank === '3' ? '2' : rank)),
    );
    const settings = 'shape: long, id: fruit, situation: basket, ranks: 2';
    expect(() =>
      fitOf(`title: Fruits\nformula: rank ~ price\nalternatives: { ${settings} }`, { ...long, columns }),
    ).toThrow('alternatives.ranks: some choices have two alternatives for "rank_rank_2"');
  });

  itInFullLevel('Latent classes of rankings are fitted', () => {
    const classes = fitOf(wideSpec('ranks: [second], classes: 2'), wide);
    expect(classes.decision.classes).toHaveLength(2);
    expect(classes.fit.logLikelihood).toBeGreaterThan(fitOf(wideSpec('ranks: [second]'), wide).fit.logLikelihood);
  });

  itInFullLevel('The definition of a ranking predicts the first choices', () => {
    const { recipe } = expandSpec(parseSpec(wideSpec('ranks: [second], worst: last')), wide);
    const { definition } = calibrate({ recipe: parseRecipe(recipe), data: wide, calibratedOn: '2026-11-27' });
    const { summary } = simulate({ definition, scenario: baselineScenario(definition), seed: 1, agentCount: 2_000 });
    for (const { id, share } of summary.outcomes) {
      const observed = fruits.filter(({ order }) => names[order[0]!] === id).length / fruits.length;
      expect(Math.abs(share - observed)).toBeLessThan(0.05);
    }
  });
});
