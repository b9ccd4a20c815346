import { fitOf, fruits, names, truth, wide, wideSpec } from '../../../test/support/calibration/fruits.js';
import { tableOf } from '../../../test/support/calibration/table-of.js';
import { fitDesign } from '../../fitting/fit-design.js';
import { conditionalLogit } from '../../fitting/likelihoods/conditional-logit.js';
import { rankedChoices } from '../../fitting/likelihoods/choice-based-sample.js';
import type { Design } from '../../fitting/likelihood.js';

const rows = fruits.length;

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
});
