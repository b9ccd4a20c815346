import type { FitResult } from '../../simulations/kinds/fit/result.schema.js';
import { textTable } from './text-table.js';

/** The fit measures, the effects, the sample answers and the warnings of a fit as text. */
export function fitResultText({ fit, effects, answers, warnings }: FitResult): string {
  const measures = [
    `Fit: McFadden's R² ${show(fit.mcfadden_r2)}`,
    ...(fit.aic === null ? [] : [`AIC ${show(fit.aic)}, BIC ${show(fit.bic)}`]),
    `standard errors ${fit.standard_errors}`,
  ].join(', ');
  const rows = effects.map(({ label, figure_label, simulated, interval, held_out: held }) => [
    `${label} (${figure_label})`,
    show(simulated),
    interval ? `${show(interval[0])} to ${show(interval[1])}` : '',
    show(held?.observed),
  ]);
  return [
    measures,
    ...(rows.length > 0 ? [textTable([['effect', 'simulated', '95% interval', 'held-out rows'], ...rows])] : []),
    ...answers.map(({ question, headline }) => `${question}\n  ${headline}`),
    ...(warnings.length > 0 ? [['Warnings', ...warnings.map(({ message }) => `- ${message}`)].join('\n')] : []),
  ].join('\n\n');
}

function show(value: number | null | undefined): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(4))) : '';
}
