import { largestPart, narrowerTexts } from '../../../../model/analyses.js';
import type { ErrorParts, MeasureSummary, OutcomeSummary } from '../../../../model/simulate.js';
import { headlineOf } from '../../headline.js';
import { isOfOldEngine } from '../../stored-summary.js';
import { figure, row, text, errorParts, errorPartsOf, section } from '../blocks.js';
import { capitalized, change, listOf, number, percent, points, range } from '../format-numbers.js';
import type { Reference } from '../scenario-changes.js';
import { transportText } from '../held-out-population.js';
import type { ViewInput } from '../view-input.js';
import type { ChartOf, Row, Section } from '../view.schema.js';

/** A headline figure with its error budget. */
interface Budget {
  label: string;
  errors: ErrorParts;
  interval: string;
  format: (error: number) => string;
}

/** The error budget of the headline figures: its four parts, the missing parts, and the errors that no interval contains. */
export function uncertaintySection(input: ViewInput, reference: Reference | null): Section {
  const budgets = budgetsOf(input, reference === null);
  return section(
    { id: 'uncertainty', title: 'Uncertainty', part: 'certainty' },
    text([largestText(reference === null ? budgets[0]! : budgets[1]!), ...methodText(input)]),
    text(missingText(budgets), 'Missing:'),
    transportText(input.definition.evidence.data),
    figure(
      'Parts of the error of the headline figures',
      { type: 'bars', axis: 'Share of the squared error', format: 'percent', bars: budgets.flatMap(barsOf) },
      ['Part of the error', 'Standard error', 'Share of the squared error'],
      budgets.flatMap(rowsOf),
    ),
  );
}

/** The headline and, if the headline is a share, the first measure: each with its value and its difference from the baseline. */
function budgetsOf({ definition, summary }: ViewInput, isBaseline: boolean): Budget[] {
  const found = headlineOf(definition, summary);
  const [measure] = summary.measures;
  const means = found.kind === 'mean' ? [found.figure] : measure ? [measure] : [];
  return [
    ...(found.kind === 'share' ? budgets(found.figure, isBaseline, inPoints, percent, points) : []),
    ...means.flatMap((mean) => budgets(mean, isBaseline, (error) => `${number(error)} ${mean.unit}`, number, change)),
  ];
}

function budgets(
  one: OutcomeSummary | MeasureSummary,
  isBaseline: boolean,
  format: Budget['format'],
  formatValue: (value: number) => string,
  formatChange: (value: number) => string,
): Budget[] {
  const { label, errors, difference_errors } = one;
  const value = { label, errors, interval: range(one.interval, formatValue), format };
  if (isBaseline) return [value];
  const interval = range(one.difference_interval, formatChange);
  return [value, { label: `${label}: difference`, errors: difference_errors, interval, format }];
}

const inPoints = (error: number) => `${(100 * error).toFixed(2)} points`;
const formatOr = (error: number | null | undefined, format: (error: number) => string) =>
  error === null || error === undefined ? 'unknown' : format(error);

const totalOf = (errors: ErrorParts) => Math.hypot(...errorPartsOf(errors).map(({ id }) => errors[id] ?? 0));

/** Share of a part in the squared error, which is the sum of the squared parts. */
const partShare = (error: number, errors: ErrorParts) => error ** 2 / (totalOf(errors) ** 2 || 1);

function barsOf({ label, errors, format }: Budget): ChartOf<'bars'>['bars'] {
  return [
    { label, value: null, text: '' },
    ...errorPartsOf(errors).map(({ id, label: part }) => ({
      label: capitalized(part),
      value: partShare(errors[id] ?? 0, errors),
      text: formatOr(errors[id], format),
    })),
  ];
}

function rowsOf({ label, errors, interval, format }: Budget): Row[] {
  return [
    row(label),
    ...errorPartsOf(errors).map(({ id, label: part }) => {
      const error = errors[id] ?? null;
      return row(capitalized(part), formatOr(error, format), error === null ? '–' : percent(partShare(error, errors)));
    }),
    row('All known parts', format(totalOf(errors)), '–'),
    row('95% interval', interval, '–'),
  ];
}

/** The largest part of an error, and what reduces it. */
function largestText({ label, errors }: Budget): string {
  const part = largestPart(errors);
  if (!part) return '';
  const name = errorPartsOf(errors).find(({ id }) => id === part)!.label;
  return `The ${name} error is the largest part of the error of “${label}”. ${narrowerTexts[part]}`;
}

function methodText({ summary, engineVersion }: ViewInput): string[] {
  const { method, parameter_draws: draws, replicates } = summary.uncertainty;
  const estimation =
    method === 'delta'
      ? 'The estimation error comes from the covariance of the coefficients (delta method).'
      : `The estimation error comes from ${draws} draws of the coefficients.`;
  return [
    'More agents reduce the simulation error. Only more data reduce the estimation and population errors, and only a better model reduces the model error, which comes from the held-out test.',
    draws === 0 && method === 'draws' ? 'This simulation has no draws of the coefficients.' : estimation,
    replicates
      ? `The simulation error comes from ${replicates} runs with other random errors, because agents interact.`
      : '',
    isOfOldEngine(engineVersion) ? 'An engine before 2.0.0 computed these intervals.' : '',
  ];
}

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
