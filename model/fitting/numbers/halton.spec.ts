import { normalQuantile } from '../../math/normal.js';
import { standardUniforms } from './testing/standard-uniforms.js';

const respondents = 300;
const draws = 200;
const dimensions = 16;
const count = respondents * draws;

/** Values with a mean of 0 and a sum of squares of 1, so that the product of two columns is their correlation. */
function standardized(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const size = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0));
  return values.map((value) => (value - mean) / size);
}

/** Absolute correlations of all pairs of columns. */
function correlations(columns: readonly Float64Array[]): number[] {
  const all = columns.map(standardized);
  return all.flatMap((a, i) =>
    all.slice(0, i).map((b) => {
      let product = 0;
      for (let k = 0; k < a.length; k++) product += a[k]! * b[k]!;
      return Math.abs(product);
    }),
  );
}

describe.each(['halton', 'mlhs'] as const)('draws of kind %s', (kind) => {
  const all = standardUniforms(kind, respondents, draws, dimensions).map(normalQuantile);
  const column = (d: number, from = 0, to = count) =>
    Float64Array.from({ length: to - from }, (_, k) => all[(from + k) * dimensions + d]!);
  const columns = Array.from({ length: dimensions }, (_, d) => column(d));

  it(`No two of 16 dimensions of ${kind} draws are correlated`, () => {
    const all = correlations(columns);
    expect(all).toHaveLength(120);
    expect(Math.max(...all)).toBeLessThan(0.05);
  });

  it(`The ${kind} draws of one respondent are at most as correlated as random draws`, () => {
    // The correlation of 200 random draws has a standard deviation of 0.071.
    for (const respondent of [0, 7, 120]) {
      const own = Array.from({ length: dimensions }, (_, d) => column(d, respondent * draws, (respondent + 1) * draws));
      expect(Math.max(...correlations(own))).toBeLessThan(4 * 0.071);
    }
  });

  it(`The ${kind} draws of each dimension are even: every tenth of the distribution has a tenth of the draws`, () => {
    const tenths = [-1.2816, -0.8416, -0.5244, -0.2533, 0, 0.2533, 0.5244, 0.8416, 1.2816];
    for (const values of columns) {
      tenths.forEach((bound, k) => {
        const share = values.filter((value) => value <= bound).length / count;
        expect(Math.abs(share - (k + 1) / 10)).toBeLessThan(0.002);
      });
      expect(Math.abs(values.reduce((sum, value) => sum + value, 0) / count)).toBeLessThan(0.005);
      expect(values.reduce((sum, value) => sum + value * value, 0) / count).toBeCloseTo(1, 1);
    }
  });
});

describe('Halton normals', () => {
  const draws = standardUniforms('halton', 50, 40, 3).map(normalQuantile);
  const column = (d: number) => Array.from({ length: 2000 }, (_, k) => draws[k * 3 + d]!);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

  it('Halton normals have mean 0, variance 1 and no correlation between dimensions', () => {
    for (const d of [0, 1, 2]) {
      expect(mean(column(d))).toBeCloseTo(0, 1.5);
      expect(mean(column(d).map((z) => z * z))).toBeCloseTo(1, 1.5);
    }
    expect(mean(column(0).map((z, k) => z * column(1)[k]!))).toBeCloseTo(0, 1.5);
  });

  it('More than 16 dimensions are rejected', () => {
    expect(() => standardUniforms('halton', 1, 1, 17).map(normalQuantile)).toThrow(RangeError);
  });
});
