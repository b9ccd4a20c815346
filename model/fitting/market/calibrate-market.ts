import {
  baselineScenario,
  type Decision,
  traitsOf,
  type WorkflowDefinition,
  type WorkflowOf,
} from '../../definition.js';
import { parseDefinition } from '../../validation/parse-definition.js';
import { type Diffusion, hasMarketProcess } from '../../families/diffusion/diffusion.schema.js';
import { fitBass } from '../bass.js';
import { modelErrorOf } from '../evidence/model-error.js';
import { type RecommendedAgents, recommendedAgents } from '../evidence/recommended-agents.js';
import { digits8 } from '../evidence/round.js';
import { readRows } from '../rows/read-rows.js';
import { fillDraft } from '../../authoring/recipe/fill-draft.js';
import { narrowedRanges } from '../../authoring/recipe/check-fit.js';
import { type Forecast, forecastOf, marketEstimatesOf, uncertaintyOf, pooledEstimates } from './market-estimates.js';
import {
  dataEvidence,
  fitEvidence,
  holdOut,
  marketComparisons,
  marketRanges,
  marketAgreement,
} from './market-evidence.js';
import { type MarketCoefficients, coefficientsUnder, type Technology, technologiesOf } from './read-technologies.js';
import type { Calibration, CalibrationInput } from '../calibration.js';

/** Whether a workflow is fitted to adoption shares of markets instead of respondents. */
export function isMarket(definition: WorkflowDefinition): definition is WorkflowOf<Diffusion> {
  return isMarketDecision(definition.decision);
}

function isMarketDecision(decision: Decision): decision is Diffusion {
  return decision.family === 'diffusion' && hasMarketProcess(decision);
}

/**
 * Makes a complete definition from readings of markets: the Bass curve of each market by least squares over all its
 * readings. Options without readings get the median of the other markets, with the variation between markets as
 * uncertainty. The later readings of each market are held out and predicted from its early readings and from the other
 * markets. Pure.
 *
 * @throws DataError for invalid data, CalibrationError if the data cannot identify the model
 */
export function calibrateMarket(input: CalibrationInput, definition: WorkflowOf<Diffusion>): Calibration {
  const { recipe } = input;
  const { reference } = recipe.fit;
  const technologies = technologiesOf(definition, readRows(recipe, input.data));
  const fits = technologies.map(({ readings }) => fitBass(readings));
  const groups = [
    ...technologies.map(({ coefficients }, k) => marketEstimatesOf(coefficients, fits[k]!)),
    ...coefficientsWithoutReadings(definition, technologies).map((coefficients) => pooledEstimates(coefficients, fits)),
  ];
  const agreements = marketAgreement(input.reference, reference, groups, fits);
  const forecasts = forecastsOf(technologies);
  const comparisons = marketComparisons(definition.decision, forecasts);
  const ranges = marketRanges(definition, fits);
  const documentWith = (agents?: RecommendedAgents) =>
    fillDraft(recipe.draft, {
      estimates: new Map(groups.flatMap(({ ids, values }) => ids.map((id, k) => [id, digits8(values[k]!)]))),
      population: { attributes: definition.population.attributes, ...agents },
      ranges: narrowedRanges(recipe.draft, ranges),
      evidence: {
        ...dataEvidence(input, technologies),
        fits: [fitEvidence(technologies, fits, reference?.program, agreements)],
        ...uncertaintyOf(groups),
        hold_out: holdOut(definition.decision, forecasts),
        errors: { model: modelErrorOf(comparisons) },
      },
    });
  const served = parseDefinition(documentWith(recommendedAgents(parseDefinition(documentWith()))));
  return { definition: served, samples: [], agreements, comparisons, ranges };
}

/** Forecast of each market. */
export function forecastsOf(technologies: readonly Technology[]): Forecast[] {
  const fits = technologies.map(({ readings }) => fitBass(readings));
  return technologies.map((_, k) => forecastOf(technologies, fits, k));
}

/** Coefficients of the options of a choice that have no readings. */
function coefficientsWithoutReadings(
  definition: WorkflowOf<Diffusion>,
  technologies: readonly Technology[],
): MarketCoefficients[] {
  const withReadings = new Set(technologies.map(({ coefficients }) => coefficients.log_innovation));
  const baseline = baselineScenario(definition);
  return definition.scenario.parameters
    .flatMap((parameter) =>
      traitsOf(parameter).options.map(({ id }) => coefficientsUnder(definition, { ...baseline, [parameter.id]: id })),
    )
    .filter(({ log_innovation: id }) => !withReadings.has(id));
}
