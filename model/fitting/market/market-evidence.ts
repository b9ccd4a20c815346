import {
  ENGINE_VERSION,
  type Evidence,
  type Fit,
  type HoldOut,
  type Factor,
  numericParameters,
  type WorkflowOf,
} from '../../definition.js';
import { type Diffusion, marketEquations } from '../../families/diffusion/diffusion.schema.js';
import type { AdoptionFit } from '../bass.js';
import { decimals6, decimals8, digits3 } from '../evidence/round.js';
import type { HeldOutComparison } from '../evidence/held-out-comparisons.js';
import { type Agreement, referenceOf, type CoefficientAgreement } from '../reference.js';
import { type Forecast, meanAbsoluteError, median, type MarketEstimates } from './market-estimates.js';
import type { Technology } from './read-technologies.js';
import type { CalibrationInput } from '../calibration.js';
import { diffusionModel } from '../../families/diffusion/diffusion.run.js';
import { expandFactors } from '../../equations/linear-model.js';
import { type ParameterRange, rangeOf } from '../evidence/calibrated-ranges.js';
import { recordsOf, recordOf } from '../../authoring/recipe/fill-draft.js';
import { DataError } from '../../authoring/spec-error.js';
import type { RecipeReference } from '../../authoring/recipe/recipe.schema.js';

const percentScale = 100;

/** Evidence of the data of a market calibration. */
export function dataEvidence(
  { recipe, calibratedOn }: Pick<CalibrationInput, 'recipe' | 'calibratedOn'>,
  technologies: readonly Technology[],
): Omit<Evidence, 'fits' | 'estimates' | 'covariance' | 'hold_out'> {
  const { data, split, limits, calibrated_on = calibratedOn } = recipe.draft.evidence;
  const count = (of: 'readings' | 'early' | 'later') =>
    technologies.reduce((sum, technology) => sum + technology[of].years.length, 0);
  const markets = technologies.length;
  return {
    data: { ...data, respondents: markets, observations: count('readings') },
    split: {
      method: split?.method ?? 'early readings of each market to fit, later ones held out',
      train_observations: count('early'),
      train_respondents: markets,
      test_observations: count('later'),
      test_respondents: markets,
    },
    limits,
    calibrated_on,
    calibrated_with: 'Simulation Service, workflow calibrate',
    engine_version: ENGINE_VERSION,
  };
}

/** Evidence of the fit of all markets together. */
export function fitEvidence(
  technologies: readonly Technology[],
  fits: readonly AdoptionFit[],
  program: string | undefined,
  [agreement]: readonly Agreement[],
): Fit {
  const sumOf = (meanSquare: (k: number) => number) =>
    fits.reduce((sum, { readings }, k) => sum + normalLogLikelihood(readings, meanSquare(k)), 0);
  const own = sumOf((k) => fits[k]!.rootMeanSquare ** 2);
  const constants = sumOf((k) => varianceOf(technologies[k]!.readings.percent));
  return {
    method: 'least squares fit of the Bass curve from the first reading, separately for each market (bounded BFGS)',
    sample: 'full',
    observations: fits.reduce((sum, { readings }) => sum + readings, 0),
    log_likelihood: decimals8(own),
    null_models: [
      {
        id: 'constants_only',
        log_likelihood: decimals8(constants),
        mcfadden_r2: decimals8(1 - own / constants),
      },
    ],
    ...(program && agreement && { reference: referenceOf(program, agreement) }),
  };
}

function varianceOf(values: ArrayLike<number>): number {
  const mean = Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
  return Array.from(values).reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}

/**
 * Later readings of each market, compared with their forecast.
 *
 * @param simulated shares of adopters among agents at the years of the later readings, by market
 */
export function holdOut(
  { adopted }: Diffusion,
  forecasts: readonly Forecast[],
  simulated?: readonly Float64Array[],
): HoldOut {
  const meanOf = (error: (forecast: Forecast) => number) =>
    forecasts.reduce((sum, forecast) => sum + error(forecast), 0) / forecasts.length / percentScale;
  return {
    observations: forecasts.reduce((sum, { technology }) => sum + technology.later.years.length, 0),
    respondents: forecasts.length,
    scores: [
      {
        id: 'mean_absolute_error',
        value: decimals8(meanOf(({ predicted, technology }) => meanAbsoluteError(predicted, technology.later.percent))),
        null_value: decimals8(meanOf(({ line, technology }) => meanAbsoluteError(line, technology.later.percent))),
      },
    ],
    outcomes: [],
    segments: [],
    curves: forecasts.map(({ technology, predicted }, k) => ({
      curve: adopted.id,
      label: technology.name,
      points: Array.from(technology.later.years, (year, point) => ({
        step: year,
        observed: decimals6(technology.later.percent[point]! / percentScale),
        predicted: decimals6(predicted[point]! / percentScale),
        ...(simulated && { simulated: decimals6(simulated[k]![point]!) }),
      })),
      mean_absolute_error: decimals6(meanAbsoluteError(predicted, technology.later.percent) / percentScale),
    })),
  };
}

/**
 * Later readings and their forecasts, as comparisons of the curve. The data contain no standard errors of the readings,
 * and the forecasts have none, so that the model error contains all of the difference.
 */
export function marketComparisons({ adopted }: Diffusion, forecasts: readonly Forecast[]): HeldOutComparison[] {
  return forecasts.flatMap(({ technology, predicted }) =>
    Array.from(technology.later.years, (step, point): HeldOutComparison => ({
      scope: 'all',
      attribute: technology.name,
      target: { kind: 'curve', id: adopted.id, step },
      observed: technology.later.percent[point]! / percentScale,
      observedStandardError: 0,
      predicted: predicted[point]! / percentScale,
      estimationStandardError: 0,
      observations: 1,
    })),
  );
}

type Equation = (typeof marketEquations)[number];

/** Quantity of a market that a parameter multiplies, by equation. The share at the start has no range in the data. */
const quantities: Readonly<Partial<Record<Equation, { readonly letter: 'p' | 'q' | 'm'; readonly words: string }>>> = {
  log_innovation: { letter: 'p', words: 'rate of innovation' },
  log_imitation: { letter: 'q', words: 'rate of imitation' },
  potential: { letter: 'm', words: 'market potential' },
};

/**
 * Range of each numeric parameter over the markets: a factor of p, q or m changes a market as far as the markets differ
 * from their median.
 */
export function marketRanges(
  { decision, scenario }: WorkflowOf<Diffusion>,
  fits: readonly AdoptionFit[],
): ParameterRange[] {
  const model = diffusionModel(decision);
  return numericParameters(scenario.parameters).map((parameter) => {
    const isParameter = (factor: Factor) => 'parameter' in factor && factor.parameter === parameter.id;
    const equation = marketEquations.find((id) =>
      model.terms.some((term) => term.equations.includes(id) && expandFactors(model, term, id).some(isParameter)),
    );
    const quantity = equation && quantities[equation];
    if (!quantity) return rangeOf(parameter, undefined);
    const values = Float64Array.from(fits, (fit) => fit[quantity.letter]).sort();
    const middle = median(Array.from(values));
    const relative = (value: number) => digits3((parameter.default * value) / middle);
    return rangeOf(parameter, {
      range: [relative(values[0]!), relative(values.at(-1)!)],
      source: `lowest and highest ${quantity.words} of the markets, relative to the median`,
    });
  });
}

/** Names of the parameters in the other program's fits, and their conversion to ours. */
const referenceFields = [
  { field: 'p', of: Math.log },
  { field: 'q', of: Math.log },
  { field: 'm', of: (percent: number) => percent / 100 },
] as const;

/** Log-likelihood of normal residuals with their maximum likelihood variance. */
export function normalLogLikelihood(readings: number, meanSquare: number): number {
  return (-readings / 2) * (Math.log(2 * Math.PI * meanSquare) + 1);
}

/**
 * Compares our curves with the fits of another program: a list with `technology`, `p`, `q`, `m`, `rmse` and `n`. The
 * recipe names the technology of each market under the market's first coefficient. For markets with p at its bound, p is
 * not compared, because the curve does not depend on it.
 *
 * @throws DataError if the file lacks a market that the recipe names
 */
export function marketAgreement(
  document: unknown,
  reference: RecipeReference | undefined,
  groups: readonly MarketEstimates[],
  fits: readonly AdoptionFit[],
): Agreement[] {
  if (!reference?.full || document === undefined) return [];
  const list = recordsOf(recordOf(document)[reference.full]);
  const coefficients: CoefficientAgreement[] = [];
  const logLikelihood = { ours: 0, theirs: 0 };
  fits.forEach(({ readings, rootMeanSquare, standardErrors }, k) => {
    const { ids, values } = groups[k]!;
    const name = reference.coefficients[ids[0]!];
    const theirs = list.find(({ technology }) => technology === name);
    if (!theirs) {
      const message = `the reference fit has no market ${JSON.stringify(name)} for "${ids[0]}"`;
      throw new DataError([{ line: 0, column: '', message }]);
    }
    logLikelihood.ours += normalLogLikelihood(readings, rootMeanSquare ** 2);
    logLikelihood.theirs += normalLogLikelihood(Number(theirs.n), Number(theirs.rmse) ** 2);
    referenceFields.forEach(({ field, of }, place) => {
      if (field === 'p' && Number.isNaN(standardErrors[0])) return;
      coefficients.push({ coefficient: ids[place]!, ours: values[place]!, theirs: of(Number(theirs[field])) });
    });
  });
  return [{ sample: 'full', logLikelihood, coefficients }];
}
