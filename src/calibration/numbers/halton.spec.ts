import { normalQuantile } from '../../engine/math/normal.js';
import { standardUniforms } from './halton.js';

const respondents = 300;
const draws = 200;
const dimensions = 16;
const count = respondents * draws;

function correlation(a: Float64Array, b: Float64Array): number {
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  const product = (x: Float64Array, y: Float64Array, centerX: number, centerY: number) =>
    x.reduce((sum, value, k) => sum + (value - centerX) * (y[k]! - centerY), 0);
  return product(a, b, meanA, meanB) / Math.sqrt(product(a, a, meanA, meanA) * product(b, b, meanB, meanB));
}

describe.each(['halton', 'mlhs'] as const)('draws of kind %s', (kind) => {
  const all = standardUniforms(kind, respondents, draws, dimensions).map(normalQuantile);
  const column = (d: number, from = 0, to = count) =>
    Float64Array.from({ length: to - from }, (_, k) => all[(from + k) * dimensions + d]!);
  const columns = Array.from({ length: dimensions }, (_, d) => column(d));

  it(`No two of 16 dimensions of ${kind} draws are correlated`, () => {
    const correlations = columns.flatMap((a, i) => columns.slice(0, i).map((b) => Math.abs(correlation(a, b))));
    expect(correlations).toHaveLength(120);
    expect(Math.max(...correlations)).toBeLessThan(0.05);
  });

  it(`The ${kind} draws of one respondent are at most as correlated as random draws`, () => {
    // The correlation of 200 random draws has a standard deviation of 0.071.
    for (const respondent of [0, 7, 120]) {
      const own = Array.from({ length: dimensions }, (_, d) => column(d, respondent * draws, (respondent + 1) * draws));
      const correlations = own.flatMap((a, i) => own.slice(0, i).map((b) => Math.abs(correlation(a, b))));
      expect(Math.max(...correlations)).toBeLessThan(4 * 0.071);
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
