import type { PopulationError, WorkflowDefinition } from '../definition.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { familyOf } from '../families/family-of.js';
import { designOf } from './design/design-of.js';
import { calibratedRanges } from './evidence/calibrated-ranges.js';
import { calibratedSample, type CalibratedSample, uncertaintyEvidence } from './evidence/fit-evidence.js';
import { heldOutComparisons } from './evidence/held-out-comparisons.js';
import { heldOutModel, requireWholeSeries } from './evidence/held-out-series.js';
import { populationErrorOf, rowsAtBaseline } from './evidence/population-error.js';
import { requireObservedPopulation } from './evidence/require-observed-baseline.js';
import { recommendedAgents } from './evidence/recommended-agents.js';
import { estimatePopulation, oncePerRespondent, withPooledJoint } from './evidence/estimate-population.js';
import { fitOf } from './fit-of.js';
import { type AgentPopulation, sampleRespondents } from './population/sample-respondents.js';
import { fitSample, type Model } from './fit-sample.js';
import { calibrateMarket, isMarket } from './market/calibrate-market.js';
import { agreementWith } from './reference.js';
import { expandRows } from './rows/expand-rows.js';
import { observationsOf, fromFirstRow } from './rows/table.js';
import { readRows } from './rows/read-rows.js';
import { checkedAgainstData, errorEvidence, estimatesOfSample, evidenceOf } from './evidence/evidence.js';
import { fillDraft, recordOf } from '../authoring/recipe/fill-draft.js';
import { narrowedRanges } from '../authoring/recipe/check-fit.js';
import { lastChoiceOf, ofOneChoice } from '../authoring/recipe/recipe.schema.js';
import type { CalibrationRecipe } from '../authoring/recipe/parse-recipe.js';
import type { CalibrationInput, Calibration } from './calibration.js';

/**
 * Makes a complete definition from data and a recipe: maximum likelihood estimates on the training sample and on the full
 * sample, standard errors, the population, and predictions for held-out respondents. The held-out results come from the
 * training fit. The decision uses the fit of all rows, unless the recipe selects the training fit. Pure: the same input
 * gives the same document.
 *
 * @throws DataError for invalid data, CalibrationError if the data cannot identify the model or the baseline differs from
 *   the data, SpecError for a calibrated range that the data do not contain
 */
export function calibrate(input: CalibrationInput): Calibration {
  const { recipe: given } = input;
  if (isMarket(given.definition)) return calibrateMarket(input, given.definition);
  const ofOne = { ...given, draft: ofOneChoice(given.draft), definition: ofOneChoice(given.definition) };
  const model = modelOf(input);
  const recipe = { ...ofOne, fit: withPooledJoint(ofOne, model) };
  const { train, samples, agreements } = fitSamples(input, recipe, model);
  const fullEvidence = evidenceOf(input, model, samples, agreements);
  const dataRanges = calibratedRanges(given.definition, model, new Set(Object.keys(recipe.data.columns)));
  const parts = {
    estimates: estimatesOfSample(samples[0]!),
    population: estimatePopulation(recipe, model),
    ...calibratedDecision(recipe, model),
    ranges: narrowedRanges(recipe.draft, dataRanges),
  };
  const served = parseDefinition(fillDraft(recipe.draft, { ...parts, evidence: fullEvidence }));
  // The held-out results need a definition with the training estimates.
  const trained = withTrainingFit(served, train, recipe.fit, model);
  const held = heldOutModel(model, given.definition);
  const comparisons = heldOutComparisons(trained, held, recipe.fit);
  const populationError = populationErrorOf(recipe, model, served);
  const respondents = populationError && agentsOf(recipe, model, served, populationError);
  const evidence = {
    ...fullEvidence,
    ...errorEvidence({ recipe, model, served, trained, held, train, comparisons, populationError }),
  };
  const simulated = { ...served, population: { ...served.population, ...respondents }, evidence };
  const agents = recommendedAgents(simulated);
  const checks = checkedAgainstData(
    { ...simulated, population: { ...simulated.population, ...agents } },
    model,
    recipe.fit,
  );
  const population = { ...parts.population, ...respondents, ...agents };
  return {
    definition: parseDefinition(fillDraft(given.draft, { ...parts, population, evidence: { ...evidence, ...checks } })),
    samples,
    agreements,
    comparisons,
    ranges: dataRanges,
    held: { model: held, trained },
  };
}

/** Fits of both samples. The first one of `samples` supplies the estimates of the decision. */
function fitSamples(
  { reference: other }: CalibrationInput,
  { definition: { decision }, fit }: CalibrationRecipe,
  model: Model,
) {
  const { rows, observations } = model;
  const linear = familyOf(decision).linear(decision);
  const fitted = (sample: 'train' | 'full', at: Int32Array) =>
    calibratedSample(linear, model, sample, fitSample(model, at, fit));
  const train = fitted('train', observationsOf(observations, rows.train));
  const full = fitted('full', Int32Array.from(observations.row.keys()));
  const samples = fit.sample === 'full' ? [full, train] : [train, full];
  const { reference } = fit;
  const agreements =
    reference && other !== undefined
      ? samples.flatMap((own) => agreementWith(other, reference, own.sample, own) ?? [])
      : [];
  return { train, samples, agreements };
}

/** The decision of families that have more than estimates. */
function calibratedDecision({ definition, draft }: CalibrationRecipe, { observations }: Model) {
  const found = fitOf(definition.decision).calibratedParts;
  return found && { decision: found.parts(recordOf(draft.decision), observations) };
}

function withTrainingFit(
  definition: WorkflowDefinition,
  train: CalibratedSample,
  fit: CalibrationRecipe['fit'],
  { rows }: Model,
): WorkflowDefinition {
  const estimates = estimatesOfSample(train);
  const coefficients = definition.decision.coefficients.map((one) =>
    one.fixed ? one : { ...one, estimate: estimates.get(one.id)! },
  );
  return {
    ...definition,
    decision: { ...definition.decision, coefficients },
    evidence: { ...definition.evidence, ...uncertaintyEvidence(train, fit, rows.isSampleWeighted) },
  };
}

/** The rows as agents, if the recipe wants them. Throws if synthetic agents differ from the rows. */
function agentsOf(
  recipe: CalibrationRecipe,
  model: Model,
  served: WorkflowDefinition,
  error: PopulationError,
): Partial<AgentPopulation> {
  if (recipe.fit.agents === 'synthetic') requireObservedPopulation(served, error);
  return recipe.fit.agents === 'respondents' ? sampleRespondents(served, rowsAtBaseline(served, model), error) : {};
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
  const rows = readRows(recipe, data);
  const observations = expandRows(recipe, rows, data, edges);
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
    respondents: oncePerRespondent(rows, product(rows.frequencies, trials)),
  };
}
