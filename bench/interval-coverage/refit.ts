import { fitBass } from '../../model/fitting/bass.js';
import { calibrate, modelOf } from '../../model/fitting/calibrate.js';
import { estimatePopulation } from '../../model/fitting/evidence/estimate-population.js';
import { populationErrorOf } from '../../model/fitting/evidence/population-error.js';
import type { Evidence, PopulationError, WorkflowDefinition } from '../../model/definition.js';
import { parseDefinition } from '../../model/simulate.js';
import { calibratedSample, uncertaintyEvidence } from '../../model/fitting/evidence/fit-evidence.js';
import { digits8 } from '../../model/fitting/evidence/round.js';
import { fitSample, type Model } from '../../model/fitting/fit-sample.js';
import { isMarket } from '../../model/fitting/market/calibrate-market.js';
import { marketEstimatesOf, uncertaintyOf } from '../../model/fitting/market/market-estimates.js';
import { technologiesOf } from '../../model/fitting/market/read-technologies.js';
import { readRows } from '../../model/fitting/rows/read-rows.js';
import { fillDraft, recordOf } from '../../model/authoring/recipe/fill-draft.js';
import type { CalibrationRecipe } from '../../model/authoring/recipe/parse-recipe.js';
import { familyOf } from '../../model/families/family-of.js';
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
