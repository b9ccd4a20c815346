import { cattle, cattleText, wines, wineText } from '../../test/support/calibration/grouped-responses.js';
import { baselineScenario } from '../definition.js';
import { simulate } from '../simulate.js';
import { calibrate } from './calibrate.js';
import { parseRecipe } from '../authoring/recipe/parse-recipe.js';
import { calibrationResult } from './results/calibration-result.js';
import type { Table } from './rows/table.js';
import { expandSpec } from '../authoring/expand-spec.js';
import { parseSpec } from '../authoring/parse-spec.js';

function calibrated(text: string, data: Table) {
  const { recipe, table } = expandSpec(parseSpec(text), data);
  return calibrate({ recipe: parseRecipe(recipe), data: table, calibratedOn: '2026-11-27' });
}

it('A calibration of counts simulates new herds with the mean of the data', () => {
  const { definition } = calibrated('title: Herds\nformula: sick ~ factor(period) + (1 | herd)', cattle);
  const { summary } = simulate({ definition, scenario: baselineScenario(definition), seed: 1, agentCount: 4_000 });
  const counts = cattle.columns.get('sick')!.map(Number);
  const mean = counts.reduce((sum, sick) => sum + sick, 0) / counts.length;
  expect(Math.abs(summary.measures[0]!.mean / mean - 1)).toBeLessThan(0.2);
  expect(summary.measures[0]!.errors.estimation).toBeGreaterThan(0);
});

it.each([
  ['herds', cattleText, cattle],
  ['judges', wineText, wines],
])('A calibration gives a definition of new %s, whose mean probabilities are those of the data', (_, text, data) => {
  const calibration = calibrated(text, data);
  const { definition, samples } = calibration;
  expect(definition.evidence.fits[0]!.method).toBe('maximum likelihood with 100 points of quadrature, BFGS');
  const { summary } = simulate({ definition, scenario: baselineScenario(definition), seed: 1, agentCount: 4_000 });
  summary.outcomes.forEach(({ id, share, errors }) => {
    const { observed } = definition.evidence.baseline!.figures.find((one) => one.id === id)!;
    expect(Math.abs(share - observed)).toBeLessThan(0.04);
    expect(errors.estimation).toBeGreaterThan(0);
  });
  // The intercepts account for the groups, so that the standard errors are those of the fit.
  const { estimates, fit, warnings } = calibrationResult(calibration);
  const own = Array.from(samples[0]!.fitted.fit.standardErrors);
  for (const { coefficient, standard_error: error } of estimates)
    expect(error).toBeCloseTo(own[samples[0]!.names.indexOf(coefficient)]!, 7);
  expect(definition.evidence.estimates.map((one) => one.standard_error)).toEqual(
    estimates.map((one) => one.standard_error),
  );
  expect(fit.standard_errors).toBe('of the model, whose random intercepts account for the groups');
  expect(warnings.find(({ code }) => code === 'few_clusters')!.message).toContain('random intercepts is uncertain');
});
