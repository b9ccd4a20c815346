import type { Calibration } from '../calibration.js';
import { definitionWarnings } from '../../validation/definition-warnings.js';
import { decimals8 } from '../evidence/round.js';
import { countRespondents, countResponses } from '../rows/observed-shares.js';
import { calibrationPlots, namedFigures, observedInterval } from './figures.js';
import { effectsOf } from './effects.js';
import { estimateRows, hasModelledGroups, plainMethod } from './estimates.js';
import type { CalibrationResult } from './result.schema.js';
import { baselineWarnings, contrastWarnings, fitWarnings, priorWarnings } from './warnings.js';

const scores: Readonly<Record<string, { label: string; isLowerBetter: boolean }>> = {
  log_loss: { label: 'Log loss', isLowerBetter: true },
  brier: { label: 'Brier score', isLowerBetter: true },
  accuracy: { label: 'Accuracy', isLowerBetter: false },
  auc: { label: 'Area under the ROC curve', isLowerBetter: false },
  mean_absolute_error: { label: 'Mean absolute error', isLowerBetter: true },
  root_mean_squared_error: { label: 'Root mean squared error', isLowerBetter: true },
};

/**
 * Describes a calibration of respondents: estimates, measures of the fit, held-out results, the baseline, the effects of the parameters and
 * warnings. Simulates a few thousand agents. Pure: the same calibration gives the same result.
 *
 * @throws Error for a calibration of markets, which has no rows of respondents
 */
export function calibrationResult(calibration: Calibration): CalibrationResult {
  const { definition, held } = calibration;
  if (!held) throw new Error('a calibration of markets has no such result');
  const result = {
    estimates: estimateRows(definition, calibration.samples[0]!),
    fit: fitOf(calibration, held.model),
    held_out: heldOutOf(calibration),
    calibration_plot: calibrationPlots(held.trained, held.model),
    baseline: baselineOf(calibration),
    effects: effectsOf(definition),
  };
  const warnings = [
    ...definitionWarnings(definition),
    ...fitWarnings(result, hasModelledGroups(definition)),
    ...contrastWarnings(definition),
    ...baselineWarnings(definition),
    ...priorWarnings(definition),
  ];
  return { ...result, warnings };
}

type Held = NonNullable<Calibration['held']>;

/** Method of the standard errors of a fit without groups and weights. */
const robust = 'robust (sandwich covariance)';

function fitOf({ definition, samples }: Calibration, model: Held['model']): CalibrationResult['fit'] {
  const { evidence } = definition;
  const { fitted, names } = samples[0]!;
  const { logLikelihood, clusters } = fitted.fit;
  const constants = fitted.nulls.find(({ id }) => id === 'constants_only')!.logLikelihood;
  const { observations, rows } = model;
  const used = Int32Array.from(new Set(Array.from(fitted.at, (k) => observations.row[k]!)));
  const count = countResponses(model, used);
  const k = names.length;
  const criterion = (penalty: number) =>
    rows.isSampleWeighted || fitted.fit.priors ? null : decimals8(penalty * k - 2 * logLikelihood);
  const isClustered = rows.hasGroups || clusters < used.length;
  return {
    log_likelihood: decimals8(logLikelihood),
    null_log_likelihood: decimals8(constants),
    mcfadden_r2: decimals8(1 - logLikelihood / constants),
    aic: criterion(2),
    bic: criterion(Math.log(count)),
    coefficients: k,
    observations: count,
    respondents: countRespondents(model, used),
    clusters: isClustered ? clusters : null,
    standard_errors: hasModelledGroups(definition)
      ? 'of the model, whose random intercepts account for the groups'
      : (isClustered || fitted.fit.bootstrap) &&
          evidence.covariance &&
          (evidence.covariance.method !== plainMethod || clusters <= k)
        ? evidence.covariance.method
        : `${robust}${rows.isSampleWeighted ? ', with sampling weights' : ''}`,
  };
}

function heldOutOf({ definition }: Calibration): CalibrationResult['held_out'] {
  const { hold_out: own } = definition.evidence;
  const figures = namedFigures(definition);
  const all = [
    ...own.outcomes.map(({ outcome, ...compared }) => ({ id: outcome, ...compared })),
    ...(own.measures ?? []).map(({ measure, ...compared }) => ({ id: measure, ...compared })),
  ];
  return {
    observations: own.observations,
    respondents: own.respondents,
    mcfadden_r2: own.mcfadden_r2 ?? null,
    scores: own.scores.map(({ id, value, null_value }) => ({
      id,
      label: scores[id]!.label,
      is_lower_better: scores[id]!.isLowerBetter,
      model: value,
      constants_only: null_value ?? null,
    })),
    figures: all.map(({ id, observed, observed_standard_error: error, predicted }) => {
      const figure = figures.get(id)!;
      return { ...figure, observed, interval: observedInterval(observed, error, figure.unit === null), predicted };
    }),
  };
}

/** The points of curves are left out: `held_out` and the view of the workflow show them. */
function baselineOf({ definition }: Calibration): CalibrationResult['baseline'] {
  const { baseline } = definition.evidence;
  if (!baseline) return null;
  const figures = namedFigures(definition);
  return {
    respondents: baseline.respondents,
    figures: baseline.figures.flatMap(({ id, observed, simulated, interval }) => {
      const figure = figures.get(id);
      return figure ? [{ ...figure, observed, simulated, interval }] : [];
    }),
  };
}
