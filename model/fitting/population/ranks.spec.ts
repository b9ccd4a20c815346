import fc from 'fast-check';
import { middleRanks, rankColumn, rankCorrelation } from './ranks.js';

const correlate = (x: number[], y: number[], weights?: number[]) =>
  rankCorrelation(rankColumn(x, weights), rankColumn(y, weights), weights);

describe('middleRanks', () => {
  it('Ties get their mid-rank, and missing values get none', () => {
    expect(Array.from(middleRanks([3, NaN, 1, 3, 2]))).toEqual([0.75, NaN, 0.125, 0.75, 0.375]);
  });
});

describe('rankCorrelation', () => {
  const x = [1, 2, 2, 4, 5, 7, 7, 7];
  const y = [5, 6, 7, 8, 7, 2, 9, 9];

  it("The rank correlation equals SciPy's spearmanr, including ties", () => {
    expect(correlate(x, y)).toBeCloseTo(0.42864584984324267, 12);
  });

  it('Rows with a missing value are excluded', () => {
    expect(correlate([...x, NaN, 100], [...y, 100, NaN])).toBeCloseTo(0.42864584984324267, 12);
  });

  it('A weight counts as the same number of equal rows', () => {
    const value = fc.integer({ min: 0, max: 4 });
    const row = fc.tuple(value, value, fc.integer({ min: 0, max: 3 }));
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 30 }), (rows) => {
        const repeated = rows.flatMap((own) => Array<typeof own>(own[2]).fill(own));
        fc.pre(repeated.length > 0);
        const of = (many: typeof rows, k: 0 | 1 | 2) => many.map((own) => own[k]);
        const weighted = correlate(of(rows, 0), of(rows, 1), of(rows, 2));
        expect(weighted).toBeCloseTo(correlate(of(repeated, 0), of(repeated, 1)), 9);
      }),
    );
  });

  it('The rank correlation is 0 if one of the two does not vary', () => {
    expect(correlate([1, 1, 1], [1, 2, 3])).toBe(0);
  });
});
