import { choiceResults } from '../../../../model/analyses.js';
import { calibrate } from '../../../../model/fitting/calibrate.js';
import type { Calibration } from '../../../../model/fitting/calibration.js';
import type { CalibrationRecipe } from '../../../../model/authoring/recipe/parse-recipe.js';
import { calibrationResult } from '../../../../model/fitting/results/calibration-result.js';
import type { Expansion } from '../../../../model/authoring/assemble.js';
import { parseDefinition } from '../../../../model/simulate.js';
import { fitSteps } from './fit-steps.js';
import { readBack } from './read-back.js';
import type { FitResult } from './result.schema.js';
import { sampleAnswers } from './sample-answers.js';

export interface FitInput {
  readonly recipe: CalibrationRecipe;
  readonly expansion: Pick<Expansion, 'table' | 'questions'>;
  /** Date of the fit (YYYY-MM-DD). */
  readonly calibratedOn: string;
  /** Called after each of the {@link fitSteps}. */
  readonly onStep?: (done: number) => void;
}

/** A fitted spec. The definition of the calibration still has the questions that are read differently. */
export interface FittedSpec {
  readonly calibration: Calibration;
  /** With the definition whose example questions are read as intended. */
  readonly result: FitResult & { definition: object };
}

/**
 * Fits an expanded spec and describes the result. The command line and the API use it. Pure.
 *
 * @throws DataError, CalibrationError, RecipeError: see `calibrate`
 */
export function fitSpec({ recipe, expansion, calibratedOn, onStep }: FitInput): FittedSpec {
  onStep?.(1);
  const calibration = calibrate({ recipe, data: expansion.table, calibratedOn });
  onStep?.(2);
  const { warnings, ...described } = calibrationResult(calibration);
  onStep?.(3);
  const { read, examples, warnings: unread } = readBack(calibration.definition, expansion.questions);
  const { routing, ...whole } = calibration.definition;
  const definition = parseDefinition({ ...whole, routing: { ...routing, examples } });
  const answers = sampleAnswers(definition, read);
  const choice = choiceResults(calibration.definition);
  onStep?.(fitSteps);
  return { calibration, result: { ...described, choice, warnings: [...warnings, ...unread], answers, definition } };
}
