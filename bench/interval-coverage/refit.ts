import { fitBass } from '../../src/calibration/bass.js';
import { calibrate, modelOf } from '../../src/calibration/calibrate.js';
import { estimatePopulation } from '../../src/calibration/evidence/estimate-population.js';
import { populationErrorOf } from '../../src/calibration/evidence/population-error.js';
import type { Evidence, PopulationError, WorkflowDefinition } from '../../src/engine/definition.js';
import { parseDefinition } from '../../src/engine/simulate.js';
import { calibratedSample, uncertaintyEvidence } from '../../src/calibration/evidence/fit-evidence.js';
import { digits8 } from '../../src/calibration/evidence/round.js';
import { fitSample, type Model } from '../../src/calibration/fit-sample.js';
import { isMarket } from '../../src/calibration/market/calibrate-market.js';
import { marketEstimatesOf, uncertaintyOf } from '../../src/calibration/market/market-estimates.js';
import { technologiesOf } from '../../src/calibration/market/read-technologies.js';
import { readRows } from '../../src/calibration/rows/read-rows.js';
import { fillDraft, recordOf } from '../../src/calibration/recipe/fill-draft.js';
import type { CalibrationRecipe } from '../../src/calibration/recipe/parse-recipe.js';
import { familyOf } from '../../src/engine/families/family-of.js';
import type { SimulatedData } from './coverage-case.js';
import { randomNetwork } from './interacting-cases.js';

/** Share of held-out respondents, as in a spec without a split. */
const heldOutShare = 0.3;

/** The definition of `calibrate`. @param seed selects the held-out respondents */
export function calibrated(recipe: CalibrationRecipe, { data }: SimulatedData, seed: number): WorkflowDefinition {
  const split = { seed, share: heldOutShare };
  return calibrate({ recipe: { ...recipe, data: { ...recipe.data, split } }, data, calibratedOn: '2026-01-01' })
    .definition;
}

/**
 * Fits the model of a recipe to all rows and assembles the definition, as `calibrate` does. It omits the second fit, the
 * held-out evaluation and the bootstrap of the population, which do not change the estimates and take most of the time.
 *
 * @param population error of the population. Undefined if the model has none
 */
export function refit(
  recipe: CalibrationRecipe,
  data: SimulatedData,
  population?: PopulationError,
): WorkflowDefinition {
  return isMarket(recipe.definition)
    ? refitMarket(recipe, data)
    : refitModel(withPriorsOf(recipe, data), modelOf({ recipe, ...data }), population);
}

const withPriorsOf = (recipe: CalibrationRecipe, { priors }: SimulatedData): CalibrationRecipe =>
  priors ? { ...recipe, fit: { ...recipe.fit, priors } } : recipe;

/**
 * Error of the population, by the bootstrap of the calibrator. It depends on the model and on the number of
 * respondents, so that one data set is enough for all repetitions. It omits the differences between this data set and
 * its synthetic population.
 */
export function bootstrapPopulation(recipe: CalibrationRecipe, data: SimulatedData): PopulationError | undefined {
  if (isMarket(recipe.definition)) return undefined;
  const model = modelOf({ recipe, ...data });
  const error = populationErrorOf(recipe, model, refitModel(recipe, model));
  return error && { ...error, checks: [] };
}

function refitModel(recipe: CalibrationRecipe, model: Model, population?: PopulationError): WorkflowDefinition {
  const { definition, fit } = recipe;
  const fitted = fitSample(model, Int32Array.from(model.observations.row.keys()), fit);
  const linear = familyOf(definition.decision).linear(definition.decision);
  const sample = calibratedSample(linear, model, 'full', fitted);
  return assembled(recipe, {
    estimates: new Map(Array.from(sample.estimates, ([id, { estimate }]) => [id, estimate])),
    population: estimatePopulation(recipe, model),
    ...withNetwork(recipe, model),
    evidence: {
      ...uncertaintyEvidence(sample, fit, model.rows.isSampleWeighted),
      ...(population && { errors: { population } }),
    },
  });
}

/** The network of the respondents is known, so that only the estimates have errors. */
function withNetwork({ draft }: CalibrationRecipe, { observations }: Model) {
  if (!observations.network) return {};
  const decision = recordOf(draft.decision);
  return { decision: { ...decision, process: { ...recordOf(decision.process), network: randomNetwork } } };
}

function refitMarket(recipe: CalibrationRecipe, { data }: SimulatedData): WorkflowDefinition {
  const { definition } = recipe;
  if (!isMarket(definition)) throw new Error('the definition is not a market');
  const [technology] = technologiesOf(definition, readRows(recipe, data));
  const group = marketEstimatesOf(technology!.coefficients, fitBass(technology!.readings));
  return assembled(recipe, {
    estimates: new Map(group.ids.map((id, k) => [id, digits8(group.values[k]!)])),
    population: { attributes: [] },
    evidence: uncertaintyOf([group]),
  });
}

type Values = Omit<Parameters<typeof fillDraft>[1], 'evidence'> & { evidence: Partial<Evidence> };

function assembled({ draft, definition }: CalibrationRecipe, values: Values): WorkflowDefinition {
  const { evidence } = definition;
  return parseDefinition(fillDraft(draft, { ...values, evidence: { ...evidence, ...values.evidence } }));
}
