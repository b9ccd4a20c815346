import { tableOf } from '../../../test/support/calibration/table-of.js';
import { digamma, trigamma, gammaQuantiles } from '../../math/gamma.js';
import { modelOf, calibrate } from '../../fitting/calibrate.js';
import { fitSample } from '../../fitting/fit-sample.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import type { Table } from '../../fitting/rows/table.js';
import { expandSpec } from '../../authoring/expand-spec.js';
import { parseSpec } from '../../authoring/parse-spec.js';
import { baselineScenario } from '../../definition.js';
import { simulate } from '../../simulate.js';
import { itInFullLevel } from '../../../test/support/full-level.js';
import { uniformAt } from '../../../test/support/uniform-at.js';

const quantile = gammaQuantiles(1.6);
const uniform = uniformAt(7);

/** Spending in cents, of which a part is 0. */
const people = Array.from({ length: 1_500 }, (_, k) => {
  const [letter, age] = [k % 2, 20 + Math.floor(60 * uniform(k, 0))];
  const isZero = uniform(k, 1) < 1 / (1 + Math.exp(0.4 + 0.6 * letter - 0.01 * age));
  const mean = Math.exp(9 + 0.4 * letter + 0.01 * age);
  return { spending: isZero ? 0 : 0.01 + Math.round(mean * quantile(uniform(k, 2))), letter, age };
});

function fitAll(text: string, data: Table) {
  const expansion = expandSpec(parseSpec(`title: Amounts\n${text}`), data);
  const recipe = parseRecipe(expansion.recipe);
  const model = modelOf({ recipe, data: expansion.table });
  const { fit } = fitSample(model, Int32Array.from(model.observations.row.keys()), recipe.fit);
  return { ...fit, at: (name: string) => fit.estimates[fit.names.indexOf(name)]! };
}

// Months that 48 patients with cancer lived, by drug: Stata's example data "cancer".
const months = [
  [1, 1, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23],
  [6, 6, 7, 9, 10, 11, 13, 15, 16, 19, 20, 22, 23, 32],
  [6, 10, 17, 19, 24, 25, 25, 28, 28, 32, 33, 34, 35, 39],
];
const ages = [
  [61, 65, 59, 52, 56, 67, 63, 58, 56, 58, 52, 49, 50, 55, 49, 62, 51, 49, 57, 52],
  [67, 65, 58, 56, 49, 61, 62, 50, 67, 50, 55, 58, 47, 52],
  [55, 54, 60, 49, 58, 50, 55, 57, 48, 56, 60, 62, 48, 52],
];
const patients = months.flatMap((own, drug) => own.map((value, k) => ({ months: value, drug, age: ages[drug]![k]! })));

it('Estimates and standard errors of gamma amounts equal those of Stata, apart from the shape', () => {
  const fit = fitAll('formula: months ~ age + factor(drug)\nfamily: amounts', tableOf(patients));
  // `glm, family(gamma) link(log)` of Stata, in the tests of statsmodels (results_glm.py, CancerLog).
  const estimates = { age: -0.04477778, drug_1: 0.57437126, drug_2: 1.05210726, constant: 4.64604002 };
  const errors = { age: 0.0147328, drug_1: 0.19694727, drug_2: 0.19772507, constant: 0.83534671 };
  const [dispersion, deviance] = [0.31805268736385695, 16.174635536991005];
  // Stata stops about 1e-4 before the maximum.
  for (const [name, estimate] of Object.entries(estimates))
    expect(Math.abs(fit.at(name) - estimate)).toBeLessThan(1e-4);
  const shape = Math.exp(fit.at('log_shape'));
  // Stata estimates the dispersion 1 / k by Pearson's statistic. By maximum likelihood, k is the solution of this equation.
  expect(Math.log(shape) - digamma(shape)).toBeCloseTo(deviance / 96, 7);
  for (const [name, error] of Object.entries(errors)) {
    const own = fit.names.indexOf(name);
    const variance = fit.covariance[own * fit.names.length + own]!;
    expect(Math.abs(Math.sqrt(variance * shape * dispersion) / error - 1)).toBeLessThan(1e-3);
  }
  const last = fit.names.length - 1;
  expect(fit.covariance.at(-1)).toBeCloseTo(1 / (48 * shape * (shape * trigamma(shape) - 1)), 9);
  expect(fit.names[last]).toBe('log_shape');
});

it('The likelihood of amounts, and so R², does not depend on their unit', () => {
  const inUnit = (factor: number) =>
    fitAll(
      'formula: spending ~ letter + age\nfamily: amounts',
      tableOf(people.map(({ spending, ...rest }) => ({ spending: factor * spending, ...rest }))),
    ).logLikelihood;
  expect(inUnit(1 / 1024)).toBeCloseTo(inUnit(1), 6);
});

it('Amounts that can be 0 have the estimates of a binary logit of 0 and of gamma amounts above 0', () => {
  const all = fitAll('formula: spending ~ letter + age\nfamily: amounts', tableOf(people));
  const above = fitAll('formula: spending ~ letter + age', tableOf(people.filter(({ spending }) => spending > 0)));
  const zero = fitAll(
    'formula: none ~ letter + age',
    tableOf(people.map(({ spending, ...rest }) => ({ none: Number(spending === 0), ...rest }))),
  );
  expect(all.logLikelihood).toBeCloseTo(above.logLikelihood + zero.logLikelihood, 6);
  const expected = [
    ...above.names.slice(0, -1).map((name, k) => [`amount_${name}`, above.estimates[k]!, above, k] as const),
    ...zero.names.map((name, k) => [`zero_${name}`, zero.estimates[k]!, zero, k] as const),
    ['log_shape', above.at('log_shape'), above, above.names.length - 1] as const,
  ];
  expect(all.names).toEqual(expected.map(([name]) => name));
  expected.forEach(([, estimate, of, k], position) => {
    expect(all.estimates[position]).toBeCloseTo(estimate, 7);
    const [own, other] = [all, of].map((fit, which) => {
      const at = which === 0 ? position : k;
      return fit.covariance[at * fit.names.length + at]!;
    });
    expect(own! / other!).toBeCloseTo(1, 6);
  });
});

it('A spec chooses gamma amounts for numbers of which few are 0, and an invalid amount is refused with its line', () => {
  const few = people.map((person, k) => ({ ...person, spending: k === 0 ? 0 : person.spending + 0.5 }));
  const expansion = expandSpec(parseSpec('title: Spending\nformula: spending ~ letter'), tableOf(few));
  expect(expansion.notes[0]).toBe(
    'Family: amounts, because "spending" has amounts, of which some are 0; amounts above 0 have a gamma distribution.',
  );
  const above = expandSpec(parseSpec('title: Spending\nformula: spending ~ letter'), tableOf(few.slice(1)));
  expect(() => modelOf({ recipe: parseRecipe(above.recipe), data: tableOf(few) })).toThrow(
    'an amount must be a number above 0, because no term has the equation "zero"; the value is 0',
  );
});

itInFullLevel('A calibration of amounts that can be 0 simulates the mean and the share of 0 in the data', () => {
  const expansion = expandSpec(
    parseSpec('title: Spending\nformula: spending ~ letter + age\nfamily: amounts\nparameters: { letter: {} }'),
    tableOf(people),
  );
  const { definition } = calibrate({
    recipe: parseRecipe(expansion.recipe),
    data: expansion.table,
    calibratedOn: '2026-11-27',
  });
  const { summary } = simulate({ definition, scenario: baselineScenario(definition), seed: 1, agentCount: 20_000 });
  const [measure] = summary.measures;
  const zero = summary.outcomes.find(({ id }) => id === 'zero')!;
  const mean = people.reduce((sum, { spending }) => sum + spending, 0) / people.length;
  const share = people.filter(({ spending }) => spending === 0).length / people.length;
  expect(Math.abs(measure!.mean / mean - 1)).toBeLessThan(0.03);
  expect(Math.abs(zero.share - share)).toBeLessThan(0.02);
});
