import { baselineScenario } from '../../../engine/definition.js';
import { simulate } from '../../../engine/simulate.js';
import { calibrate, modelOf } from '../../calibrate.js';
import type { Calibration } from '../../calibration.js';
import { fitSample } from '../../fit-sample.js';
import { parseRecipe } from '../../recipe/parse-recipe.js';
import { posteriorsOf } from '../../results/posteriors.js';
import type { Table } from '../../rows/table.js';
import { expandSpec } from '../../spec/expand-spec.js';
import { parseSpec } from '../../spec/parse-spec.js';

// Contagious bovine pleuropneumonia by herd (incidence, size, period): data set cbpp of the R package lme4.
const herds = [
  [
    [2, 14, 1],
    [3, 12, 2],
    [4, 9, 3],
    [0, 5, 4],
  ],
  [
    [3, 22, 1],
    [1, 18, 2],
    [1, 21, 3],
  ],
  [
    [8, 22, 1],
    [2, 16, 2],
    [0, 16, 3],
    [2, 20, 4],
  ],
  [
    [2, 10, 1],
    [0, 10, 2],
    [2, 9, 3],
    [0, 6, 4],
  ],
  [
    [5, 18, 1],
    [0, 25, 2],
    [0, 24, 3],
    [1, 4, 4],
  ],
  [
    [3, 17, 1],
    [0, 17, 2],
    [0, 18, 3],
    [1, 20, 4],
  ],
  [
    [8, 16, 1],
    [1, 10, 2],
    [3, 9, 3],
    [0, 5, 4],
  ],
  [[12, 34, 1]],
  [
    [2, 9, 1],
    [0, 6, 2],
    [0, 8, 3],
    [0, 6, 4],
  ],
  [
    [1, 22, 1],
    [1, 22, 2],
    [0, 18, 3],
    [2, 22, 4],
  ],
  [
    [0, 25, 1],
    [5, 27, 2],
    [3, 22, 3],
    [1, 22, 4],
  ],
  [
    [2, 10, 1],
    [1, 8, 2],
    [0, 6, 3],
    [0, 5, 4],
  ],
  [
    [1, 21, 1],
    [2, 24, 2],
    [0, 19, 3],
    [0, 23, 4],
  ],
  [
    [11, 19, 1],
    [0, 2, 2],
    [0, 3, 3],
    [0, 2, 4],
  ],
  [
    [1, 19, 1],
    [1, 15, 2],
    [1, 15, 3],
    [0, 15, 4],
  ],
] as const;
const cells = herds.flatMap((own, herd) => own.map(([sick, size, period]) => ({ herd: herd + 1, sick, size, period })));
const column = (of: (cell: (typeof cells)[number]) => number) => cells.map((cell) => String(of(cell)));
const data: Table = {
  lines: Int32Array.from(cells, (_, row) => row + 2),
  columns: new Map([
    ['herd', column(({ herd }) => herd)],
    ['sick', column(({ sick }) => sick)],
    ['healthy', column(({ sick, size }) => size - sick)],
    ['period', column(({ period }) => period)],
  ]),
};
const text = 'title: Herds\nformula: cbind(sick, healthy) ~ factor(period) + (1 | herd)';

function fitted() {
  const expansion = expandSpec(parseSpec(text), data);
  const recipe = parseRecipe(expansion.recipe);
  const model = modelOf({ recipe, data: expansion.table });
  return { recipe, model, fitted: fitSample(model, Int32Array.from(model.observations.row.keys()), recipe.fit) };
}

it('The fit equals that of lme4 by adaptive quadrature', () => {
  const { fit } = fitted().fitted;
  expect(fit.names.at(-1)).toBe('herd_spread');
  // nAGQ = 25, in the tests of lme4 (glmer-1.R).
  const lme4 = [-1.39922533406847, -0.991407294757321, -1.12782184600404, -1.57946627431248];
  lme4.forEach((estimate, k) => expect(Math.abs(fit.estimates[k]! - estimate)).toBeLessThan(1e-4));
});

it('The posterior means follow the shares of the herds', () => {
  const { recipe, model, fitted: own } = fitted();
  const posteriors = posteriorsOf(
    { samples: [{ fitted: own }], held: { model } } as unknown as Calibration,
    recipe,
    data,
  )!;
  expect(posteriors.respondents).toEqual(herds.map((_, herd) => String(herd + 1)));
  const [mean, sd] = posteriors.columns;
  expect([mean!.name, sd!.name]).toEqual(['constant_mean', 'constant_sd']);
  const above = Array.from(mean!.values, (value, herd) => (value > own.fit.estimates[0]! ? herd + 1 : 0)).filter(
    Boolean,
  );
  // The herds with the most sick animals for their periods.
  expect(above).toEqual(expect.arrayContaining([1, 3, 7, 8, 14]));
});

it('A calibration gives a definition of new herds, whose mean probabilities are those of the data', () => {
  const expansion = expandSpec(parseSpec(text), data);
  const { definition } = calibrate({
    recipe: parseRecipe(expansion.recipe),
    data: expansion.table,
    calibratedOn: '2026-11-27',
  });
  expect(definition.evidence.fits[0]!.method).toBe('maximum likelihood with 200 points of quadrature, BFGS');
  const { summary } = simulate({ definition, scenario: baselineScenario(definition), seed: 1, agentCount: 4_000 });
  const sick = cells.reduce((sum, cell) => sum + cell.sick, 0) / cells.reduce((sum, cell) => sum + cell.size, 0);
  const simulated = summary.outcomes.at(-1)!;
  expect(Math.abs(simulated.share - sick)).toBeLessThan(0.04);
  expect(simulated.errors.estimation).toBeGreaterThan(0);
});

it.each([
  ['pays ~ age + (1 | town) + (1 | street)', 'has more than one random intercept'],
  ['pays ~ age:(1 | town)', 'expected ")", but found "|"'],
])('The formula %s is refused', (formula, message) => {
  expect(() => expandSpec(parseSpec(`title: Pay\nformula: ${formula}`), data)).toThrow(message);
});

it('Counts and other groups than those of the intercepts are refused', () => {
  expect(() =>
    expandSpec(parseSpec('title: Herds\nformula: sick ~ factor(period) + (1 | herd)\nfamily: counts'), data),
  ).toThrow('has random intercepts, but only an outcome with two values and counts of successes can have them');
  expect(() => expandSpec(parseSpec(`${text}\ngroup: period`), data)).toThrow(
    'group: is "period", but the random intercepts of the formula are those of "herd": omit it',
  );
});
