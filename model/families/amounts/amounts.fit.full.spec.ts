import { people } from '../../../test/support/calibration/spending.js';
import { tableOf } from '../../../test/support/calibration/table-of.js';
import { baselineScenario } from '../../definition.js';
import { simulate } from '../../simulate.js';
import { calibrate } from '../../fitting/calibrate.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import { expandSpec } from '../../authoring/expand-spec.js';
import { parseSpec } from '../../authoring/parse-spec.js';

it('A calibration of amounts that can be 0 simulates the mean and the share of 0 in the data', () => {
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
