import { fitOf, fruits, names, wide, wideSpec } from '../../../test/support/calibration/fruits.js';
import { baselineScenario } from '../../definition.js';
import { simulate } from '../../simulate.js';
import { calibrate } from '../../fitting/calibrate.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import { expandSpec } from '../../authoring/expand-spec.js';
import { parseSpec } from '../../authoring/parse-spec.js';

it('Latent classes of rankings are fitted', () => {
  const classes = fitOf(wideSpec('ranks: [second], classes: 2'), wide);
  expect(classes.decision.classes).toHaveLength(2);
  expect(classes.fit.logLikelihood).toBeGreaterThan(fitOf(wideSpec('ranks: [second]'), wide).fit.logLikelihood);
});

it('The definition of a ranking predicts the first choices', () => {
  const { recipe } = expandSpec(parseSpec(wideSpec('ranks: [second], worst: last')), wide);
  const { definition } = calibrate({ recipe: parseRecipe(recipe), data: wide, calibratedOn: '2026-11-27' });
  const { summary } = simulate({ definition, scenario: baselineScenario(definition), seed: 1, agentCount: 2_000 });
  for (const { id, share } of summary.outcomes) {
    const observed = fruits.filter(({ order }) => names[order[0]!] === id).length / fruits.length;
    expect(Math.abs(share - observed)).toBeLessThan(0.05);
  }
});
