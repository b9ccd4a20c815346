import type { FitResult } from '../../simulations/kinds/fit/result.schema.js';
import { warningsText, textTable } from './calibration-text.js';

/** The result of a fit as text: estimates, fit, held-out rows, baseline, effects, sample answers and warnings. */
export function fitResultText(result: FitResult): string {
  const { held_out: held, baseline, answers, warnings } = result;
  return [
    estimatesText(result),
    fitText(result),
    `Held-out rows: ${held.observations.toLocaleString('en-US')}`,
    textTable([
      ['', 'model', 'constants only'],
      ...held.scores.map(({ id, model, constants_only: null_value }) => [id, show(model), show(null_value)]),
    ]),
    ...table(
      ['held out', 'observed', 'predicted'],
      held.figures.map(({ label, observed, predicted }) => [label, show(observed), show(predicted)]),
    ),
    ...table(
      ['baseline', 'observed', 'simulated', '95% interval'],
      (baseline?.figures ?? []).map((one) => [
        one.label,
        show(one.observed),
        show(one.simulated),
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
    show(one.estimate),
    show(one.standard_error),
    one.z?.toFixed(2) ?? '',
    one.p === null ? '' : one.p < 0.001 ? '< 0.001' : one.p.toFixed(3),
    intervalText(one.interval),
  ]);
  return textTable([['coefficient', 'estimate', 'error', 'z', 'p', '95% interval'], ...rows]);
}

function fitText({ fit }: FitResult): string {
  return [
    `${fit.observations.toLocaleString('en-US')} rows, log-likelihood ${fit.log_likelihood.toFixed(4)}`,
    `McFadden's R² ${show(fit.mcfadden_r2)}`,
    ...(fit.aic === null ? [] : [`AIC ${show(fit.aic)}, BIC ${show(fit.bic)}`]),
    `standard errors ${fit.standard_errors}`,
  ].join(', ');
}

function effectsText({ effects }: FitResult): string[] {
  const rows = effects.map(({ label, figure_label, simulated, interval, missing_parts: missing, held_out: held }) => [
    `${label} (${figure_label})`,
    show(simulated),
    `${intervalText(interval)}${hasModelError(missing) ? '' : ' *'}`,
    show(held?.observed),
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
  return interval ? `${show(interval[0])} to ${show(interval[1])}` : '';
}

function show(value: number | null | undefined): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(5))) : '';
}
