import type { Design } from '../../../model/fitting/likelihood.js';
import { conditionalLogit } from '../../../model/fitting/likelihoods/conditional-logit.js';
import { standardUniforms } from '../../../model/fitting/numbers/testing/standard-uniforms.js';
import { normalQuantile } from '../../../model/math/normal.js';
import { uniformAt } from '../uniform-at.js';
import type { Objective } from '../../../model/fitting/objective.js';

/** Respondents of a market, unless it has its own number. */
export const respondentCount = 240;
export const choicesPerRespondent = 12;

/** Random numbers of the rows, of which the market uses the slots 0 to 2. */
export const uniform = uniformAt(11);

/** Two products at random prices, the second of another brand; each respondent has individual coefficients of price and brand. */
export function market(
  tasteOf: (respondent: number) => { price: number; brand: number },
  respondents = respondentCount,
) {
  const rowCount = respondents * choicesPerRespondent;
  const first = new Float64Array(rowCount);
  const second = new Float64Array(2 * rowCount);
  const chosen = new Int32Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const { price, brand } = tasteOf(Math.floor(row / choicesPerRespondent));
    first[row] = 1 + 2 * uniform(row, 0);
    second.set([1 + 2 * uniform(row, 1), 1], 2 * row);
    const lead = brand + price * (second[2 * row]! - first[row]!);
    chosen[row] = uniform(row, 2) < 1 / (1 + Math.exp(-lead)) ? 1 : 0;
  }
  const design: Design = {
    rows: rowCount,
    coefficients: ['price', 'brand'],
    equations: [
      { coefficients: Int32Array.of(0), matrix: first },
      { coefficients: Int32Array.of(0, 1), matrix: second },
    ],
    clusters: Int32Array.from({ length: rowCount }, (_, row) => Math.floor(row / choicesPerRespondent)),
  };
  return { design, kernel: conditionalLogit(2, chosen) };
}

/** Two independent standard normal values of each respondent. */
export const standardNormals = standardUniforms('halton', respondentCount, 1, 2).map(normalQuantile);

/** Distributions of the coefficients. */
export const tastes = [
  { coefficient: 'price', distribution: 'log_normal', sign: -1 },
  { coefficient: 'brand', distribution: 'normal' },
] as const;

/** Draws of each respondent. */
export const draws = { kind: 'mlhs', count: 30 } as const;

/** Expects that the gradient of an objective equals numerical differences, for each row. */
export function expectSlopes(objective: Objective, at: Float64Array): void {
  const rowCount = respondentCount * choicesPerRespondent;
  const gradient = new Float64Array(objective.size);
  expect(objective.evaluateGradient(at, gradient)).toBeCloseTo(objective.value(at), 9);
  gradient.forEach((slope, k) => {
    const value = (by: number) => objective.value(at.map((parameter, i) => (i === k ? parameter + by : parameter)));
    expect(slope / rowCount).toBeCloseTo((value(1e-5) - value(-1e-5)) / 2e-5 / rowCount, 7);
  });
}
