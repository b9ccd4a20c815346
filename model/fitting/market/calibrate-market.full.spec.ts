import { calibrated, marketRecipe, readings } from '../../../test/support/calibration/markets.js';
import { backtest } from '../backtest.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';

it('Simulated agents follow the forecast of each market within random error', () => {
  const { holdOut } = backtest({
    recipe: parseRecipe(marketRecipe()),
    data: readings(),
    definition: calibrated().definition,
    agents: 4,
    seed: 1,
  });
  for (const { points } of holdOut.curves!)
    for (const { predicted, simulated } of points) expect(Math.abs(predicted - simulated!)).toBeLessThan(0.02);
});
