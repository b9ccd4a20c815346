import type { CompiledDecision } from '../../equations/decision-family.js';
import { levelFigures } from './ordered-logit.figures.js';
import { type CompiledLevels, expectLevels, runLevels } from './ordered-logit.run.js';

/** A decision whose outcome is the number of thresholds below the sum of a predictor and a random error. */
export function decideLevels(levels: CompiledLevels): CompiledDecision {
  return {
    run: (situation) => runLevels(levels, situation),
    expect: (situation, draws) => expectLevels(levels, situation, draws),
    figures: (situation, side, options) => levelFigures(levels, situation, side, options),
  };
}
