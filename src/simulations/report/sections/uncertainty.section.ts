import { markup } from '../../../common/http/html.js';
import type { Interval } from '../../../engine/simulate.js';
import { headlineOf } from '../../headline.js';
import { isOfOldEngine } from '../../stored-summary.js';
import type { Errors, MeasureRecord, OutcomeRecord } from '../../summary.schema.js';
import { figure, type Row } from '../figure.js';
import { change, number, percent, points, range } from '../format-numbers.js';
import { barPlot, type Bar } from '../plots/bar-plot.js';
import { errorParts, errorPartsOf } from '../plots/series.js';
import type { Reference } from '../reference.js';
import type { ReportInput } from '../report-input.js';
import type { Section } from '../section.js';
import { transportText } from '../transport-text.js';

/** A headline figure with its error budget. */
interface Budget {
  label: string;
  errors: Errors;
  interval: string;
  format: (error: number) => string;
}

/** The error budget of the headline figures: its four parts, the missing parts, and the errors that no interval contains. */
export function uncertaintySection(input: ReportInput, reference: Reference | null): Section {
  const budgets = budgetsOf(input, reference === null);
  const title = 'Parts of the error of the headline figures';
  const { data } = input.definition.evidence;
  const content = markup`<p>${methodText(input)}</p>
<p><strong>Missing:</strong> ${missingText(budgets)}</p>
${transportText(data)}
${figure(
  title,
  barPlot(title, budgets.flatMap(barsOf), 'Share of the squared error', percent),
  ['Part of the error', 'Standard error', 'Share of the squared error'],
  budgets.flatMap(rowsOf),
)}`;
  return { id: 'uncertainty', title: 'Uncertainty', content };
}

/** The headline and, if the headline is a share, the first measure: each with its value and its difference from the baseline. */
function budgetsOf({ definition, summary }: ReportInput, isBaseline: boolean): Budget[] {
  const found = headlineOf(definition, summary);
  const [measure] = summary.measures;
  if (found.kind === 'mean') return budgetsOfMean(found.figure, isBaseline);
  return [...budgetsOfShare(found.figure, isBaseline), ...(measure ? budgetsOfMean(measure, isBaseline) : [])];
}

function budgetsOfShare(share: OutcomeRecord, isBaseline: boolean): Budget[] {
  return budgets(share, isBaseline, inPoints, percent, points);
}

function budgetsOfMean(mean: MeasureRecord, isBaseline: boolean): Budget[] {
  return budgets(mean, isBaseline, (error) => `${number(error)} ${mean.unit}`, number, change);
}

function budgets(
  one: OutcomeRecord | MeasureRecord,
  isBaseline: boolean,
  format: Budget['format'],
  formatValue: (value: number) => string,
  formatChange: (value: number) => string,
): Budget[] {
  const { label, errors, difference_errors } = one;
  const intervalOf = (interval: Interval | null, formatEnd: (value: number) => string) => range(interval, formatEnd);
  const value = { label, errors, interval: intervalOf(one.interval, formatValue), format };
  if (isBaseline) return [value];
  const interval = intervalOf(one.difference_interval, formatChange);
  return [value, { label: `${label}: difference`, errors: difference_errors, interval, format }];
}

const inPoints = (error: number) => `${(100 * error).toFixed(2)} points`;
const capitalized = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`;
const formatOr = (error: number | null | undefined, format: (error: number) => string) =>
  error === null || error === undefined ? 'unknown' : format(error);

/** The standard error of all known parts together. */
const totalOf = (errors: Errors) => Math.hypot(...errorPartsOf(errors).map(({ id }) => errors[id] ?? 0));

/** Share of a part in the squared error, which is the sum of the squared parts. */
const partShare = (error: number, errors: Errors) => error ** 2 / (totalOf(errors) ** 2 || 1);

function barsOf({ label, errors, format }: Budget): Bar[] {
  return [
    { label, isHeading: true },
    ...errorPartsOf(errors).map(({ id, label: part }) => ({
      label: capitalized(part),
      value: partShare(errors[id] ?? 0, errors),
      valueLabel: formatOr(errors[id], format),
    })),
  ];
}

function rowsOf({ label, errors, interval, format }: Budget): Row[] {
  return [
    [label],
    ...errorPartsOf(errors).map(({ id, label: part }): Row => {
      const error = errors[id] ?? null;
      return [capitalized(part), formatOr(error, format), error === null ? '–' : percent(partShare(error, errors))];
    }),
    ['All known parts', format(totalOf(errors)), '–'],
    ['95% interval', interval, '–'],
  ];
}

function methodText({ summary, engineVersion }: ReportInput): string {
  const { method, parameter_draws: draws, replicates } = summary.uncertainty;
  const estimation =
    method === 'delta'
      ? 'The estimation error comes from the covariance of the coefficients (delta method).'
      : `The estimation error comes from ${draws} draws of the coefficients.`;
  return [
    'More agents reduce the simulation error. Only more data reduce the estimation and population errors, and only a better model reduces the model error, which comes from the held-out test.',
    draws === 0 && method === 'draws' ? 'This simulation has no draws of the coefficients.' : estimation,
    ...(replicates
      ? [`The simulation error comes from ${replicates} runs with other random errors, because agents interact.`]
      : []),
    ...(isOfOldEngine(engineVersion) ? ['An engine before 2.0.0 computed these intervals.'] : []),
  ].join(' ');
}

/** Lists the unknown parts, in one sentence. */
function missingText(shown: readonly Budget[]): string {
  const missing = errorParts.flatMap(({ id, label }) => {
    const unknown = shown.filter(({ errors }) => errors[id] === null);
    if (unknown.length === 0) return [];
    return unknown.length === shown.length
      ? [`the ${label} error`]
      : [`the ${label} error of ${unknown.map((one) => `“${one.label}”`).join(' and ')}`];
  });
  if (missing.length === 0) return 'nothing. All parts of the error are known, and the intervals contain them.';
  return `${listOf(missing)} ${missing.length === 1 ? 'is' : 'are'} unknown, and the intervals do not contain ${missing.length === 1 ? 'it' : 'them'}.`;
}

function listOf(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
