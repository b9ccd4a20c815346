import type { ParameterRange } from '../../../model/fitting/evidence/calibrated-ranges.js';
import { type CalibratedSample, maxStableShift } from '../../../model/fitting/evidence/fit-evidence.js';
import type { DrawsCheck } from '../../../model/fitting/fit-design.js';
import type { Agreement } from '../../../model/fitting/reference.js';
import type { Evidence } from '../../../model/definition.js';
import { definitionWarnings } from '../../../model/simulate.js';
import type { Calibration } from '../../../model/fitting/calibration.js';
import type { FitResult } from '../../simulations/kinds/fit/result.schema.js';
import { observationsText } from '../../simulations/view/format-numbers.js';

/** Aligns the first column left and the others right. */
export function textTable(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The estimates with their standard errors, the optimizer iterations and the held-out results. */
export function calibrationText({ definition, samples, agreements, ranges }: Calibration): string {
  const { hold_out: held, estimates, data, covariance } = definition.evidence;
  const isWeighted = data.effective_respondents !== undefined;
  const isClustered = estimates.some((one) => one.clustered_standard_error !== undefined);
  const parts = samples.map((own) => {
    const agreement = agreements.find(({ sample }) => sample === own.sample);
    const isBootstrapped = own.fitted.fit.bootstrap !== undefined && !isClustered;
    const errors = isWeighted ? 'weighted' : isBootstrapped ? 'bootstrap' : isClustered ? 'clustered' : 'plain';
    return [sampleText(own, errors, agreement), iterationsText(own)].join('\n\n');
  });
  // Markets are fitted separately, so no iterations exist for all of them together.
  const allEstimates = [
    ['coefficient', 'estimate', 'error'],
    ...estimates.map((one) => [one.coefficient, show(one.estimate), show(one.standard_error)]),
  ];
  const curves = (held.curves ?? []).map(({ label, mean_absolute_error: error }) => [label, show(error)]);
  const scores = held.scores.map(({ id, value, null_value }) => [id, show(value), show(null_value)]);
  const outcomes = held.outcomes.map(({ outcome, observed, predicted }) => [outcome, show(observed), show(predicted)]);
  const measures = (held.measures ?? []).map(({ measure, observed, predicted }) => [
    measure,
    show(observed),
    show(predicted),
  ]);
  return [
    ...(parts.length > 0 ? parts : [textTable(allEstimates)]),
    ...priorsText(estimates),
    ...(covariance ? [`Covariance: ${covarianceText(covariance)}`] : []),
    ...(isWeighted
      ? [`Sampling weights: ${data.respondents} respondents, effective number ${show(data.effective_respondents)}`]
      : []),
    `Held-out data: ${observationsText(held)}`,
    textTable([['', 'model', 'constants only'], ...scores]),
    ...(outcomes.length > 0 ? [textTable([['', 'observed', 'predicted'], ...outcomes, ...measures])] : []),
    ...(curves.length > 0 ? [textTable([['curve', 'mean absolute error'], ...curves])] : []),
    ...(ranges.length > 0 ? [textTable([['parameter', 'range in the data', 'source'], ...ranges.map(rangeText)])] : []),
    ...warningsText(definitionWarnings(definition)),
  ].join('\n\n');
}

export function warningsText(warnings: readonly { readonly message: string }[]): string[] {
  return warnings.length > 0 ? [['Warnings', ...warnings.map(({ message }) => `- ${message}`)].join('\n')] : [];
}

/** What each prior and the data contribute to an estimate. */
export function priorsText(estimates: Evidence['estimates']): string[] {
  const lines = estimates.flatMap(({ coefficient, estimate, prior }) =>
    prior
      ? [
          [
            coefficient,
            `${show(prior.mean)} (${show(prior.sd)})`,
            prior.estimate_without === undefined ? 'none' : show(prior.estimate_without),
            show(estimate),
            `${Math.round(100 * prior.share)}%`,
          ],
        ]
      : [],
  );
  if (lines.length === 0) return [];
  return [textTable([['prior of', 'mean (sd)', 'data alone', 'estimate', 'from the prior'], ...lines])];
}

function rangeText({ parameter, range: [low, high], source }: ParameterRange): string[] {
  return [parameter, low === high ? show(low) : `${show(low)} to ${show(high)}`, source];
}

function sampleText(
  { sample, fitted, estimates }: CalibratedSample,
  errors: 'plain' | 'clustered' | 'weighted' | 'bootstrap',
  agreement?: Agreement,
): string {
  const { fit } = fitted;
  const referenceEstimates = new Map(agreement?.coefficients.map((one) => [one.coefficient, one.theirs]));
  const header = ['coefficient', 'estimate', 'error', ...(errors === 'clustered' ? ['clustered'] : []), 'z'];
  const lines = Array.from(estimates, ([id, { estimate, standardError, sandwichStandardError }]) => [
    id,
    show(estimate),
    show(errors === 'weighted' || errors === 'bootstrap' ? sandwichStandardError : standardError),
    ...(errors === 'clustered' ? [show(sandwichStandardError)] : []),
    (estimate / (errors === 'plain' ? standardError : sandwichStandardError)).toFixed(2),
    ...(agreement ? [show(referenceEstimates.get(id))] : []),
  ]);
  return [
    `Sample ${sample}: ${fit.rows} observations, ${errors === 'weighted' ? 'pseudo-' : ''}log-likelihood ${fit.logLikelihood.toFixed(6)}` +
      (agreement ? `, reference ${agreement.logLikelihood.theirs.toFixed(6)}` : ''),
    textTable([[...header, ...(agreement ? ['reference'] : [])], ...lines]),
    ...(fit.draws ? [drawsText(fit.draws)] : []),
    ...(fit.starts
      ? [
          `Starting points: ${fit.starts.reachedBest} of ${fit.starts.continued} continued ones reached the highest ` +
            `log-likelihood (${fit.starts.count} in total)`,
        ]
      : []),
  ].join('\n');
}

function drawsText({ kind, count, comparisonCount, shifts }: DrawsCheck): string {
  const unstable = [...shifts].filter(([, shift]) => shift > maxStableShift);
  const list = unstable.map(([name, shift]) => `${name} (${shift.toFixed(2)})`).join(', ');
  const averaging =
    kind === 'quadrature'
      ? `Quadrature: ${count} points. With ${comparisonCount} points, `
      : `Draws: ${count} (${kind}) for each respondent. With ${comparisonCount} draws, `;
  return (
    averaging +
    (unstable.length === 0
      ? `no estimate changes by more than ${maxStableShift} standard errors.`
      : `these estimates change by more than ${maxStableShift} standard errors: ${list}.`)
  );
}

function covarianceText({ method, degrees_of_freedom: freedom }: NonNullable<Evidence['covariance']>): string {
  return freedom === undefined ? method : `${method}; smallest degrees of freedom: ${freedom.toFixed(1)}`;
}

function iterationsText({ fitted }: CalibratedSample): string {
  const lines = fitted.fit.path.map(({ iteration, logLikelihood, gradientNorm, step }) => [
    String(iteration),
    logLikelihood.toFixed(6),
    gradientNorm.toExponential(2),
    String(step),
  ]);
  return textTable([['iteration', 'log-likelihood', 'gradient', 'step'], ...lines]);
}

function show(value: number | undefined): string {
  return value === undefined ? '' : String(Number(value.toPrecision(6)));
}

/** The result of a fit as text: estimates, fit, held-out rows, baseline, effects, sample answers and warnings. */
export function fitResultText(result: FitResult): string {
  const { held_out: held, baseline, answers, warnings } = result;
  return [
    estimatesText(result),
    fitText(result),
    `Held-out data: ${observationsText(held)}`,
    textTable([
      ['', 'model', 'constants only'],
      ...held.scores.map(({ id, model, constants_only: null_value }) => [id, short(model), short(null_value)]),
    ]),
    ...table(
      ['held out', 'observed', 'predicted'],
      held.figures.map(({ label, observed, predicted }) => [label, short(observed), short(predicted)]),
    ),
    ...table(
      ['baseline', 'observed', 'simulated', '95% interval'],
      (baseline?.figures ?? []).map((one) => [
        one.label,
        short(one.observed),
        short(one.simulated),
        intervalText(one.interval),
      ]),
    ),
    ...effectsText(result),
    ...answers.map(({ question, headline }) => `${question}\n  ${headline}`),
    ...warningsText(warnings),
  ].join('\n\n');
}

function estimatesText({ estimates }: FitResult): string {
  const rows = estimates.map((one) => [
    one.coefficient,
    short(one.estimate),
    short(one.standard_error),
    one.z?.toFixed(2) ?? '',
    one.p === null ? '' : one.p < 0.001 ? '< 0.001' : one.p.toFixed(3),
    intervalText(one.interval),
  ]);
  return textTable([['coefficient', 'estimate', 'error', 'z', 'p', '95% interval'], ...rows]);
}

function fitText({ fit }: FitResult): string {
  return [
    `${observationsText(fit)}, log-likelihood ${fit.log_likelihood.toFixed(4)}`,
    `McFadden's R² ${short(fit.mcfadden_r2)}`,
    ...(fit.aic === null ? [] : [`AIC ${short(fit.aic)}, BIC ${short(fit.bic)}`]),
    `standard errors ${fit.standard_errors}`,
  ].join(', ');
}

function effectsText({ effects }: FitResult): string[] {
  const rows = effects.map(({ label, figure_label, simulated, interval, missing_parts: missing, held_out: held }) => [
    `${label} (${figure_label})`,
    short(simulated),
    `${intervalText(interval)}${hasModelError(missing) ? '' : ' *'}`,
    short(held?.observed),
  ]);
  const isCausal = effects.every(({ is_randomized: isRandomized }) => isRandomized);
  const notes = [
    'These intervals contain the error of the model, as held-out rows show it: they are wider than those of the coefficients.',
    '* Without the error of the model, which no held-out rows show for this change.',
  ];
  return [
    ...table([isCausal ? 'effect' : 'difference', 'simulated', '95% interval', 'held-out rows'], rows),
    ...notes.filter((_, k) => effects.some(({ missing_parts: missing }) => hasModelError(missing) === (k === 0))),
  ];
}

const hasModelError = (missing: readonly string[]) => !missing.includes('model');

function table(header: string[], rows: string[][]): string[] {
  return rows.length > 0 ? [textTable([header, ...rows])] : [];
}

function intervalText(interval: readonly [number, number] | null): string {
  return interval ? `${short(interval[0])} to ${short(interval[1])}` : '';
}

export function short(value: number | null | undefined): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(5))) : '';
}
