import { describeWithData } from '../../../test/support/calibration-data.js';
import { modesSpec, surveyTable } from '../../../test/support/swissmetro-survey.js';
import { baselineScenario } from '../../definition.js';
import { simulate } from '../../simulate.js';
import { calibrate } from '../../fitting/calibrate.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import type { Table } from '../../fitting/rows/table.js';
import { expandSpec } from '../../authoring/expand-spec.js';
import { parseSpec } from '../../authoring/parse-spec.js';

describeWithData('swissmetro-mode-choice', 'Choice-based sample of Swissmetro', () => {
  it('A nested logit of a choice-based sample simulates the population', () => {
    const nests = 'nests: { existing: [train, car] }\n  sampling: { train: 0.0442, swissmetro: 0.00336, car: 0.0075 }';
    const recipeOf = (data: Table) => parseRecipe(expandSpec(parseSpec(modesSpec(nests)), data).recipe);
    // A part of the rows is enough to compare agents with them.
    const data = surveyTable((_, at) => at % 4 === 0);
    const { definition } = calibrate({ recipe: recipeOf(data), data, calibratedOn: '2026-11-27' });
    // In the sample, 13% choose the train, whose passengers were sampled 13 times as often as those of Swissmetro.
    const { summary } = simulate({ definition, scenario: baselineScenario(definition), seed: 1, agentCount: 2_000 });
    const train = definition.evidence.baseline!.figures.find(({ id }) => id === 'train')!;
    expect(train.observed).toBeLessThan(0.03);
    const simulated = summary.outcomes.find(({ id }) => id === 'train')!;
    expect(Math.abs(simulated.share - train.observed)).toBeLessThan(0.02);
  });
});
