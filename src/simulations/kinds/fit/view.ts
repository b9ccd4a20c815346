import type { Reported, RunView } from '../../run.kind.js';
import {
  figure,
  list,
  row,
  table,
  text,
  textTable,
  valueCell,
  warning,
  section,
  intervalsFigure,
} from '../../view/blocks.js';
import { change, countOf, number, observationsText, percent, points } from '../../view/format-numbers.js';
import type { Block, Section } from '../../view/view.schema.js';
import { choiceSections } from './choice-view.js';
import { fitHeadline } from './headline.js';
import type { FitPlan } from './request.schema.js';
import type { FitResult } from './result.schema.js';

type ReportedFit = Reported<FitPlan, FitResult>;
type Plot = FitResult['calibration_plot'][number];
type Effect = FitResult['effects'][number];

const valueFormat = (unit: string | null) => (unit === null ? percent : number);
const changeFormat = (unit: string | null) => (unit === null ? points : change);
/** A difference of shares is in points. */
const changeUnit = (unit: string | null) => (unit === null ? 'points' : unit);

export function fitView({ result, plan }: ReportedFit): RunView {
  const chart = effectsFigure(result.effects);
  return {
    headline: fitHeadline(result),
    varied: [...new Set(result.effects.map(({ parameter }) => parameter))],
    ...(chart && { chart }),
    sections: [
      modelSection(plan),
      warningsSection([...plan.warnings, ...result.warnings]),
      ...choiceSections(result.choice),
      result.effects.length > 0 ? effectsSection(result.effects) : undefined,
      estimatesSection(result),
      plotsSection(result.calibration_plot),
      heldOutSection(result),
      result.baseline ? baselineSection(result.baseline) : undefined,
      answersSection(result.answers),
    ],
  };
}

function modelSection({ model, inferred }: FitPlan): Section {
  const isInferred = inferred.length > 0;
  return section(
    { id: 'model', title: 'Model', part: 'answer' },
    text(model.words),
    isInferred && text('The service inferred this from the data:'),
    isInferred && list(inferred),
  );
}

function warningsSection(warnings: readonly { message: string }[]): Section | undefined {
  if (warnings.length === 0) return undefined;
  const block = warning(
    'Read this before you use the results',
    '',
    warnings.map(({ message }) => message),
  );
  return section({ id: 'warnings', title: 'Warnings', part: 'certainty' }, block);
}

function effectsFigure(effects: readonly Effect[]): Block | undefined {
  const shown = effects.filter(({ unit }) => unit === effects[0]?.unit);
  const [first] = shown;
  if (!first) return undefined;
  const format = changeFormat(first.unit);
  const title = `${shown.every(({ is_randomized: own }) => own) ? 'Effects on' : 'Differences of'} “${first.figure_label}”`;
  return intervalsFigure(
    title,
    {
      axis: changeUnit(first.unit),
      format: first.unit === null ? 'points' : 'change',
      series: [
        { id: 'simulated', label: 'Simulated' },
        { id: 'observed', label: 'Held-out rows' },
      ],
    },
    ['Change', 'Simulated', 'Observed in held-out rows', 'Predicted for them'],
    shown.map(({ label, simulated, interval, held_out: held }) => ({
      label,
      values: [
        { series: 'simulated', value: simulated, interval },
        ...(held ? [{ series: 'observed' as const, value: held.observed, interval: held.interval }] : []),
      ],
      cells: [
        valueCell(simulated, interval, format),
        held ? valueCell(held.observed, held.interval, format) : '–',
        held ? format(held.predicted) : '–',
      ],
    })),
  );
}

function effectsSection(effects: readonly Effect[]): Section {
  const withoutModel = effects.filter(({ missing_parts: parts }) => parts.includes('model'));
  return section(
    {
      id: 'effects',
      title: effects.every(({ is_randomized: own }) => own) ? 'Effects' : 'Differences by parameter',
      part: 'answer',
    },
    text(
      'Each value is the difference between two simulations of the same agents. Its 95% interval contains all known errors. Next to it is the difference between held-out rows with these values, which the fit did not use.',
    ),
    withoutModel.length > 0 &&
      text(
        withoutModel.map(({ label }) => label).join('; '),
        'The interval does not contain the error of the model, which no held-out rows show:',
      ),
    effects.some(({ is_distinguishable: isClear }) => !isClear) &&
      text(
        effects
          .filter(({ is_distinguishable: isClear }) => !isClear)
          .map(({ label }) => label)
          .join('; '),
        'Not distinguishable from 0:',
      ),
  );
}

function estimatesSection({ estimates, fit }: FitResult): Section {
  const rows = estimates.map(({ label, estimate, standard_error: error, z, p, interval }) =>
    row(
      label,
      valueCell(estimate, interval, number),
      error === null ? '–' : number(error),
      z === null ? '–' : z.toFixed(2),
      p === null ? '–' : p < 0.001 ? '< 0.001' : p.toFixed(3),
    ),
  );
  const measures = [
    row('Log-likelihood', number(fit.log_likelihood)),
    row('Log-likelihood with constants only', number(fit.null_log_likelihood)),
    row('McFadden’s R²', number(fit.mcfadden_r2)),
    row('AIC', fit.aic === null ? '–' : number(fit.aic)),
    row('BIC', fit.bic === null ? '–' : number(fit.bic)),
    row('Observations', countOf(fit.observations)),
    row('Respondents', countOf(fit.respondents)),
    ...(fit.clusters === null ? [] : [row('Groups', countOf(fit.clusters))]),
  ];
  return section(
    { id: 'estimates', title: 'Estimates', part: 'certainty' },
    table('Estimates with 95% intervals', ['Coefficient', 'Estimate', 'Standard error', 'z', 'p'], rows),
    text(fit.standard_errors, 'Standard errors:'),
    table('Fit', ['Measure', 'Value'], measures),
  );
}

function plotsSection(plots: readonly Plot[]): Section | undefined {
  if (plots.length === 0) return undefined;
  return section(
    { id: 'calibration', title: 'Predicted and observed values', part: 'certainty' },
    text(
      'Held-out rows, in groups of equal size from the lowest to the highest prediction. In a good model, the observed values are near the line of equal values.',
    ),
    ...plots.map(plotFigure),
  );
}

function plotFigure({ label, unit, points: all }: Plot): Block {
  const scale = unit === null ? 100 : 1;
  const format = valueFormat(unit);
  return figure(
    `${label}: observed values by prediction`,
    {
      type: 'curves',
      axis: unit === null ? 'predicted share (%)' : `predicted (${unit})`,
      format: unit === null ? 'percent' : 'number',
      series: [
        { id: 'observed', label: 'Observed' },
        { id: 'baseline', label: 'Equal values' },
      ],
      lines: [
        {
          series: 'observed',
          points: all.map(({ predicted, observed, interval }) => ({
            step: scale * predicted,
            value: observed,
            interval,
          })),
        },
        {
          series: 'baseline',
          points: all.map(({ predicted }) => ({ step: scale * predicted, value: predicted, interval: null })),
        },
      ],
      marked: null,
      outside: [],
    },
    ['Group', 'Predicted', 'Observed', 'Observations'],
    all.map(({ predicted, observed, interval, observations }, at) =>
      row(String(at + 1), format(predicted), valueCell(observed, interval, format), countOf(observations)),
    ),
  );
}

function heldOutSection({ held_out: held }: FitResult): Section {
  return section(
    { id: 'held-out', title: 'Held-out rows', part: 'certainty' },
    text(`${observationsText(held)} were not used for the fit.`),
    table(
      'Scores of single predictions',
      ['Score', 'Model', 'Without variables', 'Better if'],
      held.scores.map(({ label, model, constants_only: other, is_lower_better: isLower }) =>
        row(label, number(model), other === null ? '–' : number(other), isLower ? 'lower' : 'higher'),
      ),
    ),
    table(
      'Observed and predicted values',
      ['Figure', 'Observed', 'Predicted'],
      held.figures.map(({ label, unit, observed, interval, predicted }) => {
        const format = valueFormat(unit);
        return row(label, valueCell(observed, interval, format), format(predicted));
      }),
    ),
  );
}

function baselineSection({ respondents, figures }: NonNullable<FitResult['baseline']>): Section {
  const among = respondents === 'all' ? 'all respondents' : 'the respondents in the baseline scenario';
  return section(
    { id: 'baseline', title: 'Baseline', part: 'certainty' },
    text(`A simulation of the baseline, compared with ${among}.`),
    table(
      'Observed and simulated values',
      ['Figure', 'Observed', 'Simulated'],
      figures.map(({ label, unit, observed, simulated, interval }) => {
        const format = valueFormat(unit);
        return row(label, format(observed), valueCell(simulated, interval, format));
      }),
    ),
  );
}

function answersSection(answers: FitResult['answers']): Section | undefined {
  if (answers.length === 0) return undefined;
  const rows = answers.map(({ question, headline }) => row(question, headline));
  return section(
    { id: 'answers', title: 'Sample answers', part: 'answer' },
    textTable('Questions that the workflow answers', ['Question', 'Answer'], rows),
  );
}
