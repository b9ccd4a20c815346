import { choiceResults } from '../../../../model/analyses.js';
import { calibrate } from '../../../../model/fitting/calibrate.js';
import type { Calibration } from '../../../../model/fitting/calibration.js';
import type { CalibrationRecipe } from '../../../../model/authoring/recipe/parse-recipe.js';
import { calibrationResult } from '../../../../model/fitting/results/calibration-result.js';
import type { Expansion } from '../../../../model/authoring/assemble.js';
import type { WorkflowDefinition } from '../../../../model/definition.js';
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

/** Result of a fit, with the definition whose example questions are read as intended. */
export type DescribedFit = FitResult & { readonly definition: WorkflowDefinition };

/**
 * Fits an expanded spec and describes the result. Pure.
 *
 * @throws DataError, CalibrationError, SpecError: see `calibrate`
 */
export function fitSpec({ recipe, expansion, calibratedOn, onStep }: FitInput): DescribedFit {
  onStep?.(1);
  const calibration = calibrate({ recipe, data: expansion.table, calibratedOn });
  onStep?.(2);
  return describeFit(calibration, expansion.questions, onStep);
}

/** Describes a fit of respondents. The command line and the API use it. Pure. */
export function describeFit(
  calibration: Calibration,
  questions: Expansion['questions'],
  onStep?: FitInput['onStep'],
): DescribedFit {
  const { warnings, ...described } = calibrationResult(calibration);
  onStep?.(3);
  const { read, examples, warnings: unread } = readBack(calibration.definition, questions);
  const { routing, ...whole } = calibration.definition;
  const definition = parseDefinition({ ...whole, routing: { ...routing, examples } });
  const answers = sampleAnswers(definition, read);
  const choice = choiceResults(calibration.definition);
  onStep?.(fitSteps);
  return { ...described, choice, warnings: [...warnings, ...unread], answers, definition };
}
