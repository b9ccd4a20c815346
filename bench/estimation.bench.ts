import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conditionalLogit } from '../model/fitting/likelihoods/conditional-logit.js';
import { nestedLogit } from '../model/fitting/likelihoods/nested-logit.js';
import type { Design } from '../model/fitting/likelihood.js';
import type { Objective } from '../model/fitting/objective.js';
import { totalLikelihood } from '../model/fitting/total-likelihood.js';
import { simulatedLikelihood } from '../model/fitting/mixtures/random-tastes.js';
import { standardUniforms } from '../model/fitting/numbers/testing/standard-uniforms.js';
import { normalQuantile } from '../model/math/normal.js';
import { bytesOf, runInC } from './engine/other-languages.js';
import { type Benchmark, fastest, type Figure } from './figures.js';

/** Size of the survey: each respondent chooses several times between alternatives with some attributes. */
interface Size {
  readonly respondents: number;
  readonly choices: number;
  readonly draws: number;
}

const alternatives = 3;
const coefficients = ['price', 'time', 'comfort', 'brand'];
const tastes = ['price', 'time'].map((coefficient) => ({ coefficient, distribution: 'normal' as const }));
const parameters = Float64Array.of(-0.8, -0.5, 0.3, 0.2, 0.4, 0.6);
const cases: [string, Size][] = [
  ['mixed logit, 500 respondents × 8 choices × 200 draws', { respondents: 500, choices: 8, draws: 200 }],
  ['mixed logit, 5,000 rows × 100 draws', { respondents: 5_000, choices: 1, draws: 100 }],
];

/** Rows of a model without random coefficients. Nested: the first two alternatives are a nest. */
const rowCount = 50_000;
const nest = { alternatives, members: [Int32Array.of(0, 1), Int32Array.of(2)], dissimilarities: [0, -1], divided: [] };

/** Evaluations of the gradient of a likelihood, which take most of the time of a fit, compared with C. One thread. */
export const estimation: Benchmark = {
  name: 'estimation',
  about:
    'CPU time of one gradient of a logit, a nested logit and a mixed logit, compared with C on the same likelihood',
  run: () =>
    Promise.resolve([
      measureRows('logit, 50,000 rows', 0),
      measureRows('nested logit, 50,000 rows', 2),
      ...cases.map(([name, size]) => measure(name, size)),
    ]),
};

/** @param members number of alternatives in the nest, 0 for none */
function measureRows(name: string, members: number): Figure {
  const { attributes, chosen, design } = survey(rowCount);
  const kernel = members === 0 ? conditionalLogit(alternatives, chosen) : nestedLogit(nest, ['dissimilarity'], chosen);
  const own = parameters.slice(0, coefficients.length + (members === 0 ? 0 : 1));
  const head = Float64Array.of(rowCount, alternatives, coefficients.length, members);
  const input = [head, own, Float64Array.from(chosen), attributes];
  return compare(name, totalLikelihood(design, kernel), own, 'bench/estimation/choices.c', input);
}

function measure(name: string, { respondents, choices, draws: count }: Size): Figure {
  const { attributes, chosen, design } = survey(respondents * choices);
  // The points before they move to the likely tastes of each respondent.
  const values = standardUniforms('halton', respondents, count, tastes.length).map(normalQuantile);
  const panel = { ...design, respondents: Int32Array.from(chosen, (_, row) => Math.floor(row / choices)) };
  const likelihood = simulatedLikelihood(panel, conditionalLogit(alternatives, chosen), tastes, {
    kind: 'halton',
    count,
  });
  const head = Float64Array.of(respondents, choices, alternatives, coefficients.length, tastes.length, count);
  const input = [head, parameters, Float64Array.from(chosen), attributes, values];
  return compare(name, likelihood, parameters, 'bench/estimation/gradient.c', input);
}

/** Normal attributes of each alternative, and choices. */
function survey(rows: number): { attributes: Float64Array; chosen: Int32Array; design: Design } {
  const width = coefficients.length;
  const attributes = standardUniforms('halton', 1, rows, alternatives * width).map(normalQuantile);
  return {
    attributes,
    chosen: Int32Array.from({ length: rows }, (_, row) => (row * 7) % alternatives),
    design: {
      rows,
      coefficients,
      equations: Array.from({ length: alternatives }, (_, j) => ({
        coefficients: Int32Array.from(coefficients.keys()),
        matrix: Float64Array.from(
          { length: rows * width },
          (_, at) => attributes[(Math.floor(at / width) * alternatives + j) * width + (at % width)]!,
        ),
      })),
    },
  };
}

function compare(
  name: string,
  likelihood: Objective,
  at: Float64Array,
  source: string,
  parts: readonly Float64Array[],
): Figure {
  const gradient = new Float64Array(at.length);
  const own = fastest(5, () => likelihood.evaluateGradient(at, gradient));
  const folder = mkdtempSync(join(tmpdir(), 'bench-estimation-'));
  try {
    const input = join(folder, 'input');
    writeFileSync(input, Buffer.concat(parts.map(bytesOf)));
    const inC = runInC(folder, source, input, 5);
    if (!inC) return { case: name, value: own, unit: 'ms', against: null, ratio: null };
    const [value, ...slopes] = inC.outcomes.split(' ').map(Number);
    requireEqual(value!, likelihood.value(at));
    slopes.forEach((slope, k) => requireEqual(slope, gradient[k]!));
    return { case: name, value: own, unit: 'ms', against: 'C -O3', ratio: own / inC.milliseconds };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function requireEqual(theirs: number, own: number): void {
  if (Math.abs(theirs - own) > 1e-8 * Math.max(1, Math.abs(own))) throw new Error(`C has ${theirs}, not ${own}`);
}
