import { ENGINE_VERSION, type Evidence } from '../definition.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { familyOf } from '../families/family-of.js';
import { designOf } from './design/design-of.js';
import { armsOfExperiments } from './evidence/arms.js';
import { unbalancedAttributes } from './evidence/balance.js';
import { baselineCheck } from './evidence/baseline-check.js';
import { contrastsOf } from './evidence/contrasts.js';
import { calibratedRanges } from './evidence/calibrated-ranges.js';
import {
  calibratedSample,
  fitEstimates,
  fitEvidence,
  type CalibratedSample,
  uncertaintyEvidence,
} from './evidence/fit-evidence.js';
import { heldOutComparisons } from './evidence/held-out-comparisons.js';
import { heldOutGroupResults } from './evidence/held-out-groups.js';
import { heldOutModel, requireWholeSeries } from './evidence/held-out-series.js';
import { holdOut } from './evidence/hold-out.js';
import { modelErrorOf } from './evidence/model-error.js';
import { populationErrorOf, rowsAtBaseline } from './evidence/population-error.js';
import { requireObservedBaseline, requireObservedPopulation } from './evidence/require-observed-baseline.js';
import { type RecommendedAgents, recommendedAgents } from './evidence/recommended-agents.js';
import { estimatePopulation } from './evidence/estimate-population.js';
import { digits8 } from './evidence/round.js';
import { fitOf } from './fit-of.js';
import { type AgentPopulation, sampleRespondents } from './population/sample-respondents.js';
import { fitSample, type Model, type SampleFit } from './fit-sample.js';
import { calibrateMarket, isMarket } from './market/calibrate-market.js';
import { type Agreement, agreementWith } from './reference.js';
import { expandRows } from './rows/expand-rows.js';
import { observationsOf, fromFirstRow } from './rows/table.js';
import { readRows } from './rows/read-rows.js';
import { countResponses, countRespondents, effectiveRespondents } from './rows/observed-shares.js';
import { fillDraft, recordOf } from '../authoring/recipe/fill-draft.js';
import { narrowedRanges } from '../authoring/recipe/check-fit.js';
import { lastChoiceOf, ofOneChoice, type DraftDefinition } from '../authoring/recipe/recipe.schema.js';
import type { CalibrationRecipe } from '../authoring/recipe/parse-recipe.js';
import type { CalibrationInput, Calibration } from './calibration.js';

/**
 * Makes a complete definition from data and a recipe: maximum likelihood estimates on the training sample and on the full
 * sample, standard errors, the population, and predictions for held-out respondents. The held-out results come from the
 * training fit. The decision uses the fit of all rows, unless the recipe selects the training fit. Pure: the same input
 * gives the same document.
 *
 * @throws DataError for invalid data, CalibrationError if the data cannot identify the model or the baseline differs from
 *   the data, RecipeError for a calibrated range that the data do not contain
 */
export function calibrate(input: CalibrationInput): Calibration {
  const { recipe: given } = input;
  if (isMarket(given.definition)) return calibrateMarket(input, given.definition);
  const recipe = { ...given, draft: ofOneChoice(given.draft), definition: ofOneChoice(given.definition) };
  const model = modelOf(input);
  const bySample = {
    train: calibrateSample(recipe, model, 'train'),
    full: calibrateSample(recipe, model, 'full'),
  };
  const { train } = bySample;
  const samples = recipe.fit.sample === 'full' ? [bySample.full, train] : [train, bySample.full];
  const { reference } = recipe.fit;
  const agreements =
    reference && input.reference !== undefined
      ? samples.flatMap((own) => agreementWith(input.reference, reference, own.sample, own) ?? [])
      : [];
  let population: AgentPopulation = estimatePopulation(recipe, model);
  const found = fitOf(recipe.definition.decision).calibratedParts;
  const decision = found && { decision: found.parts(recordOf(recipe.draft.decision), model.observations) };
  const evidence = evidenceOf(input, model, samples, agreements);
  const dataRanges = calibratedRanges(given.definition, model, new Set(Object.keys(recipe.data.columns)));
  const ranges = narrowedRanges(recipe.draft, dataRanges);
  const documentWith = (
    own: CalibratedSample,
    results: Evidence,
    agents?: RecommendedAgents,
    draft: DraftDefinition = recipe.draft,
  ) =>
    fillDraft(draft, {
      estimates: estimatesOfSample(own),
      population: { ...population, ...agents },
      ...decision,
      evidence: results,
      ranges,
    });
  // The held-out results need a definition with the training estimates.
  const trained = parseDefinition(
    documentWith(train, { ...evidence, ...uncertaintyEvidence(train, recipe.fit, model.rows.isSampleWeighted) }),
  );
  const parameters = Float64Array.from(train.names, (id) => estimatesOfSample(train).get(id)!);
  const held = heldOutModel(model, given.definition);
  const comparisons = heldOutComparisons(trained, held, recipe.fit);
  const served = parseDefinition(documentWith(samples[0]!, evidence));
  const populationError = populationErrorOf(recipe, model, served);
  if (recipe.fit.agents === 'synthetic' && populationError) requireObservedPopulation(served, populationError);
  if (recipe.fit.agents === 'respondents' && populationError)
    population = { ...population, ...sampleRespondents(served, rowsAtBaseline(served, model), populationError) };
  const fittedRows = recipe.fit.sample === 'full' ? Int32Array.from(model.rows.lines.keys()) : model.rows.train;
  const modelError = modelErrorOf(comparisons, armsOfExperiments(served, model, fittedRows));
  const unbalanced = unbalancedAttributes(recipe, model);
  const results = {
    ...evidence,
    ...(unbalanced.length > 0 && { unbalanced }),
    hold_out: {
      ...holdOut(trained, held, train.fitted, parameters, recipe.fit),
      ...heldOutGroupResults(comparisons, modelError, recipe.definition.decision),
    },
    errors: {
      model: modelError,
      ...(populationError && { population: populationError }),
    },
  };
  const agents = recommendedAgents(parseDefinition(documentWith(samples[0]!, results)));
  const unchecked = parseDefinition(documentWith(samples[0]!, results, agents));
  const baseline = baselineCheck(unchecked, model, recipe.fit);
  if (baseline) requireObservedBaseline(unchecked, baseline, model.rows);
  const contrasts = contrastsOf(unchecked, model, recipe.fit);
  const checked = { ...results, ...(contrasts.length > 0 && { contrasts }), ...(baseline && { baseline }) };
  return {
    definition: parseDefinition(documentWith(samples[0]!, checked, agents, given.draft)),
    samples,
    agreements,
    comparisons,
    ranges: dataRanges,
    held: { model: held, trained },
  };
}

function estimatesOfSample({ estimates }: CalibratedSample): Map<string, number> {
  return new Map(Array.from(estimates, ([id, { estimate }]) => [id, estimate]));
}

/**
 * Reads the data as the recipe describes and builds the design of all observations, for fitting, prediction and
 * simulation.
 *
 * @throws DataError for invalid data, CalibrationError if an outcome of the model never occurs
 */
export function modelOf({ recipe, data, edges }: Pick<CalibrationInput, 'recipe' | 'data' | 'edges'>): Model {
  const { definition } = recipe;
  const { decision } = definition;
  const { rows, observations } = expandRows(recipe, readRows(recipe, data), data, edges);
  requireWholeSeries(definition, rows);
  const bound = fitOf(decision).bind(definition, rows, observations);
  const { designModel = familyOf(decision).linear(decision), equations } = bound;
  const own = bound.designModel?.equations ?? equations;
  const membership = bound.mixture?.membershipModel;
  const lastChoice = lastChoiceOf(definition);
  // The class of a respondent does not change with its choices.
  const ofFirstRows = lastChoice === undefined ? rows : fromFirstRow(rows, definition, lastChoice);
  const design = {
    ...designOf(definition, designModel, own, rows, observations),
    ...(membership && {
      membership: designOf(definition, membership, membership.equations, ofFirstRows, observations),
    }),
  };
  const product = (factor: Float64Array | undefined, trials: Float64Array | undefined) =>
    new Float64Array(rows.count).map((_, row) => (factor?.[row] ?? 1) * (trials?.[row] ?? 1));
  const { trials, simulationTrials = trials } = bound;
  return {
    bound,
    rows,
    observations,
    design,
    responses: product(rows.weights, trials),
    counts: product(rows.frequencies, trials),
    simulationWeights: product(rows.weights, simulationTrials),
    simulationCounts: product(rows.frequencies, simulationTrials),
  };
}

function calibrateSample(
  { definition, fit }: CalibrationRecipe,
  model: Model,
  sample: 'train' | 'full',
): CalibratedSample {
  const { rows, observations } = model;
  const at = sample === 'train' ? observationsOf(observations, rows.train) : Int32Array.from(observations.row.keys());
  const fitted: SampleFit = fitSample(model, at, fit);
  return calibratedSample(familyOf(definition.decision).linear(definition.decision), model, sample, fitted);
}

function splitText(split: CalibrationRecipe['data']['split']): string {
  return 'column' in split ? `column ${split.column} of the data` : `random selection with seed ${split.seed}`;
}

function evidenceOf(
  { recipe, calibratedOn }: CalibrationInput,
  model: Model,
  samples: readonly CalibratedSample[],
  agreements: readonly Agreement[],
): Evidence {
  const { data, split, limits, calibrated_on = calibratedOn } = recipe.draft.evidence;
  const { rows } = model;
  const all = Int32Array.from(rows.lines.keys());
  return {
    data: {
      ...data,
      respondents: countRespondents(model, all),
      observations: countResponses(model, all),
      ...(rows.isSampleWeighted && { effective_respondents: digits8(effectiveRespondents(rows, all)) }),
    },
    split: {
      method: split?.method ?? splitText(recipe.data.split),
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
