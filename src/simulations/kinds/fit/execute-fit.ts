import { CalibrationError } from '../../../../model/fitting/calibration-error.js';
import { parseRecipe } from '../../../../model/authoring/recipe/parse-recipe.js';
import { SpecError } from '../../../../model/authoring/spec-error.js';
import { expandSpec } from '../../../../model/authoring/expand-spec.js';
import { parseSpec } from '../../../../model/authoring/parse-spec.js';
import { canonicalJson, sha256 } from '../../../common/crypto.js';
import { datasetTable } from '../../../datasets/content/dataset-table.js';
import { EngineError } from '../../../../model/definition.js';
import { withoutRows } from '../../../../model/simulate.js';
import { compressText } from '../../../common/compression.js';
import { RunFailure } from '../../failure-codes.js';
import type { RunOutput, RunTask } from '../../run.kind.js';
import { fitSpec } from './fit-spec.js';
import type { FitPlan } from './request.schema.js';

const unexpected =
  'The service cannot fit this model to these data because of an unexpected error. Simplify the formula, and contact support.';

/**
 * Fits the spec of a plan to the dataset of the task.
 *
 * @throws RunFailure, EngineError with a stable code if the data cannot identify the model
 */
export function executeFit({ spec, calibrated_on: calibratedOn }: FitPlan, task: RunTask): RunOutput {
  if (!task.input) throw new Error('the task of a fit has no dataset');
  try {
    const expansion = expandSpec(parseSpec(spec), datasetTable(task.input));
    const recipe = parseRecipe(expansion.recipe);
    const result = fitSpec({
      recipe,
      expansion,
      calibratedOn,
      ...(task.onProgress && { onStep: task.onProgress }),
    });
    const { definition, people } = withoutRows(result.definition);
    const stored = { ...result, definition };
    const digest = sha256(canonicalJson(stored)).toString('hex');
    const sample = people && {
      digest: definition.population.sample!.digest,
      content: compressText(JSON.stringify(people)),
    };
    return { result: stored, digest, people: [], ...(sample && { sample }) };
  } catch (error) {
    if (error instanceof CalibrationError) throw new RunFailure(error.code, error.message);
    // The spec was checked with the same data when the fit was created. Only ranges depend on the calibration.
    if (error instanceof SpecError) throw new RunFailure('invalid_spec', error.message);
    if (error instanceof EngineError) throw error;
    // Another run would fail too. The message can contain values of the dataset, which are never logged.
    throw new RunFailure('fit_failed', unexpected);
  }
}
