import { ENGINE_VERSION, type Evidence, type PopulationError, type WorkflowDefinition } from '../../definition.js';
import { armsOfExperiments } from './arms.js';
import { unbalancedAttributes } from './balance.js';
import { baselineCheck } from './baseline-check.js';
import { contrastsOf } from './contrasts.js';
import { fitEstimates, fitEvidence, type CalibratedSample, uncertaintyEvidence } from './fit-evidence.js';
import type { HeldOutComparison } from './held-out-comparisons.js';
import { heldOutGroupResults } from './held-out-groups.js';
import { holdOut } from './hold-out.js';
import { modelErrorOf } from './model-error.js';
import { omittedTerms } from './omitted-terms.js';
import { requireObservedBaseline } from './require-observed-baseline.js';
import { digits8 } from './round.js';
import type { Model } from '../fit-sample.js';
import type { Agreement } from '../reference.js';
import { countResponses, countRespondents, effectiveRespondents } from '../rows/observed-shares.js';
import type { CalibrationRecipe } from '../../authoring/recipe/parse-recipe.js';
import type { CalibrationInput } from '../calibration.js';

/** Data, samples and fits. The held-out results follow in {@link errorEvidence}. */
export function evidenceOf(
  { recipe, calibratedOn }: CalibrationInput,
  model: Model,
  samples: readonly CalibratedSample[],
  agreements: readonly Agreement[],
): Evidence {
  const { data, split, limits, calibrated_on = calibratedOn } = recipe.draft.evidence;
  const { rows } = model;
  const { split: rowsOf } = recipe.data;
  const all = Int32Array.from(rows.lines.keys());
  return {
    data: {
      ...data,
      respondents: countRespondents(model, all),
      observations: countResponses(model, all),
      ...(rows.isSampleWeighted && { effective_respondents: digits8(effectiveRespondents(rows, all)) }),
    },
    split: {
      method:
        split?.method ??
        ('column' in rowsOf ? `column ${rowsOf.column} of the data` : `random selection with seed ${rowsOf.seed}`),
      train_observations: countResponses(model, rows.train),
      train_respondents: countRespondents(model, rows.train),
      test_observations: countResponses(model, rows.test),
      test_respondents: countRespondents(model, rows.test),
    },
    fits: samples.map((own, position) => ({
      ...fitEvidence(own, model, recipe.fit, agreements),
      // The decision and `estimates` contain those of the first fit.
      ...(position > 0 && { estimates: fitEstimates(own, rows.isSampleWeighted) }),
    })),
    ...uncertaintyEvidence(samples[0]!, recipe.fit, rows.isSampleWeighted),
    hold_out: {
      fit: 'train',
      observations: 0,
      respondents: 0,
      scores: [{ id: 'log_loss', value: 0 }],
      outcomes: [],
      segments: [],
    },
    limits,
    calibrated_on,
    calibrated_with: 'Simulation Service, workflow calibrate',
    engine_version: ENGINE_VERSION,
  };
}

export interface ErrorSources {
  readonly recipe: CalibrationRecipe;
  readonly model: Model;
  readonly served: WorkflowDefinition;
  readonly trained: WorkflowDefinition;
  readonly held: Model;
  readonly train: CalibratedSample;
  readonly comparisons: readonly HeldOutComparison[];
  readonly populationError: PopulationError | undefined;
}

/** Held-out results, and the errors that they and the population add to the errors of estimation. */
export function errorEvidence(sources: ErrorSources): Pick<Evidence, 'hold_out' | 'errors' | 'unbalanced'> {
  const { recipe, model, served, trained, held, train, comparisons, populationError } = sources;
  const fittedRows = recipe.fit.sample === 'full' ? Int32Array.from(model.rows.lines.keys()) : model.rows.train;
  const arms = armsOfExperiments(served, model, fittedRows);
  const others = served.scenario.parameters.flatMap(({ id }) => (arms[id] ? [] : [id]));
  const omitted = omittedTerms(served, model, fittedRows, new Set(others));
  const modelError = { ...modelErrorOf(comparisons, arms), ...(omitted && { omitted }) };
  const unbalanced = unbalancedAttributes(recipe, model);
  const estimates = estimatesOfSample(train);
  const parameters = Float64Array.from(train.names, (id) => estimates.get(id)!);
  return {
    ...(unbalanced.length > 0 && { unbalanced }),
    hold_out: {
      ...holdOut(trained, held, train.fitted, parameters, recipe.fit),
      ...heldOutGroupResults(comparisons, modelError, recipe.definition.decision),
    },
    errors: { model: modelError, ...(populationError && { population: populationError }) },
  };
}

/** Comparisons of simulations with the data. Throws if the baseline differs. */
export function checkedAgainstData(
  definition: WorkflowDefinition,
  model: Model,
  fit: CalibrationRecipe['fit'],
): Pick<Evidence, 'contrasts' | 'baseline'> {
  const baseline = baselineCheck(definition, model, fit);
  if (baseline) requireObservedBaseline(definition, baseline, model.rows, fit.baseline_with_own_values);
  const contrasts = contrastsOf(definition, model, fit);
  return { ...(contrasts.length > 0 && { contrasts }), ...(baseline && { baseline }) };
}

export function estimatesOfSample({ estimates }: CalibratedSample): Map<string, number> {
  return new Map(Array.from(estimates, ([id, { estimate }]) => [id, estimate]));
}
