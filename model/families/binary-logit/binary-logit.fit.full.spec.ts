import { describeWithData } from '../../../test/support/calibration-data.js';
import { surveyTable } from '../../../test/support/swissmetro-survey.js';
import { baselineScenario } from '../../definition.js';
import { simulate } from '../../simulate.js';
import { calibrate } from '../../fitting/calibrate.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import { expandSpec } from '../../authoring/expand-spec.js';
import { parseSpec } from '../../authoring/parse-spec.js';

describeWithData('swissmetro-mode-choice', 'Train or car in Swissmetro', () => {
  it.each([
    ['logit', -872.905],
    ['probit', -906.946],
  ] as const)('A calibration of a binary %s equals the fit of Biogeme, and simulates', (link, logLikelihood) => {
    const data = surveyTable(
      ({ choice, train_av: train, car_av: car }) => choice !== 'swissmetro' && train === '1' && car === '1',
    );
    expect(data.lines).toHaveLength(2_232);
    const text = `
title: Train or car
formula: choice ~ time_train + cost_train + time_car + cost_car
outcome: { event: car, link: ${link} }`;
    const recipe = parseRecipe(expandSpec(parseSpec(text), data).recipe);
    const { definition } = calibrate({ recipe, data, calibratedOn: '2026-11-27' });
    expect(definition.evidence.fits[0]!.log_likelihood).toBeCloseTo(logLikelihood, 2);
    const scenario = baselineScenario(definition);
    const { summary } = simulate({ definition, scenario, seed: 1, agentCount: 2_000 });
    const { observed } = definition.evidence.baseline!.figures.find(({ id }) => id === 'car')!;
    expect(Math.abs(summary.outcomes.find(({ id }) => id === 'car')!.share - observed)).toBeLessThan(0.03);
  });
});
