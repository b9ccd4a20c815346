import {
  baselineScenario,
  type Decision,
  traitsOf,
  type WorkflowDefinition,
  type WorkflowOf,
  EngineError,
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
import {
  type Forecast,
  forecastOf,
  marketEstimatesOf,
  uncertaintyOf,
  pooledEstimates,
  marketEstimatesOf as marketEstimates,
} from './market-estimates.js';
import {
  dataEvidence,
  fitEvidence,
  holdOut,
  marketComparisons,
  marketRanges,
  marketAgreement,
} from './market-evidence.js';
import { type MarketCoefficients, coefficientsUnder, type Technology, technologiesOf } from './read-technologies.js';
import type { Calibration, CalibrationInput, Backtest, BacktestInput } from '../calibration.js';
import { type Coefficients, estimatesOf } from '../../equations/compile-equations.js';
import { diffusionModel } from '../../families/diffusion/diffusion.run.js';
import { familyOf } from '../../families/family-of.js';
import { streamKey } from '../../random/stream-key.js';
import { productContextOf } from '../../equations/products/compile-products.js';

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

const agentsPerRun = 10_000;
/** Minimum number of runs, to estimate the variance between runs. */
const minRuns = 12;
/** Maximum difference in standard errors; random error alone exceeds it with probability 1 in 150,000. */
const maxStandardErrors = 4.5;

/**
 * Simulates agents in each market with the forecast from its early readings and compares them with the later readings.
 * Pure.
 *
 * @throws EngineError `backtest_disagrees` if agents differ from the forecast by more than random error explains,
 *   `invalid_definition` if the definition was not made from this recipe and data
 */
export function backtestMarket(input: BacktestInput, definition: WorkflowOf<Diffusion>): Backtest {
  const { agents, seed, recipe } = input;
  const runs = Math.max(agents, minRuns);
  const forecasts = forecastsOf(technologiesOf(definition, readRows(recipe, input.data)));
  const predicted = holdOut(definition.decision, forecasts);
  if (JSON.stringify(withoutAgents(definition.evidence.hold_out)) !== JSON.stringify(predicted)) {
    throw new EngineError(
      'invalid_definition',
      'The held-out results of the definition differ from those of this recipe and data. Use the recipe and data that the definition was made from.',
    );
  }
  const simulated = forecasts.map((forecast) => simulate(definition, forecast, runs, seed));
  const holdOutWithAgents = {
    ...holdOut(definition.decision, forecasts, simulated),
    simulation: { agents: forecasts.length * runs * agentsPerRun, seed },
  };
  return {
    holdOut: holdOutWithAgents,
    definition: parseDefinition({ ...definition, evidence: { ...definition.evidence, hold_out: holdOutWithAgents } }),
  };
}

/** Mean share of adopters over several runs, at the years of the later readings. */
function simulate(definition: WorkflowOf<Diffusion>, forecast: Forecast, runs: number, seed: number): Float64Array {
  const { technology, fit, predicted } = forecast;
  const { years } = technology.later;
  const longest = years[years.length - 1] ?? 1;
  const { decision } = definition;
  const extended: Diffusion = { ...decision, periods: { ...decision.periods, count: Math.max(longest, 1) } };
  const { scenario } = technology;
  const context = { ...productContextOf(definition), scenario, baseline: scenario };
  const compiled = familyOf(extended).compile(extended, context);
  const coefficients = coefficientsOf(extended, forecast);
  const curveOffset = decision.outcomes.length + 1;
  const curves = Array.from({ length: runs }, (_, replicate) => {
    const situation = {
      key: streamKey(seed, definition.workflow_id),
      from: 0,
      to: agentsPerRun,
      attributes: { count: agentsPerRun, columns: [] },
      assigned: { scenario: [], baseline: [] },
      replicate,
    };
    const [expectation] = compiled.expect(situation, [coefficients]);
    return Array.from(years, (year) => expectation!.scenario[curveOffset + year]!);
  });
  return Float64Array.from(years, (year, point) => {
    const shares = curves.map((curve) => curve[point]!);
    const mean = shares.reduce((sum, share) => sum + share, 0) / runs;
    const variance = shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / (runs - 1);
    const standardError = Math.sqrt(variance / runs);
    if (Math.abs(mean - predicted[point]! / 100) > maxStandardErrors * (standardError + 1 / (agentsPerRun * runs))) {
      throw new EngineError(
        'backtest_disagrees',
        `Simulated agents disagree with the forecast of ${technology.name} in year ${year}: simulated ${mean}, expected ${predicted[point]! / 100}, standard error ${standardError}.`,
        { technology: technology.name, year, fit: { p: fit.p, q: fit.q, m: fit.m } },
      );
    }
    return mean;
  });
}

/** Coefficients of the definition, with the estimates from the early readings of one market. */
function coefficientsOf(decision: Diffusion, { technology, fit }: Forecast): Coefficients {
  const model = diffusionModel(decision);
  const values = estimatesOf(model);
  const { ids, values: own } = marketEstimates(technology.coefficients, fit);
  ids.forEach((id, k) => (values[model.coefficients.findIndex((coefficient) => coefficient.id === id)] = own[k]!));
  return values;
}

function withoutAgents({ simulation: _, curves, ...rest }: WorkflowOf<Diffusion>['evidence']['hold_out']) {
  return {
    ...rest,
    curves: curves?.map(({ points, ...curve }) => ({
      curve: curve.curve,
      label: curve.label,
      points: points.map(({ simulated: _simulated, ...point }) => point),
      mean_absolute_error: curve.mean_absolute_error,
    })),
  };
}
