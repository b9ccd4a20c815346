import type { Interval } from '../../engine/index.js';
import { headlineOf } from '../headline.js';
import type { MeasureRecord, OutcomeRecord } from '../summary.schema.js';
import { change, number, percent, points, range } from './format-numbers.js';
import type { Reference } from './reference.js';
import type { ReportInput } from './report-input.js';

/** The headline figure in one sentence, and the first measure if the headline is a share. */
export function headlineTexts({ definition, summary }: ReportInput, reference: Reference | null): string[] {
  const found = headlineOf(definition, summary);
  if (found.kind === 'mean') return [describeMeasure(found.figure, reference)];
  const [measure] = summary.measures;
  const share = describeShare(found.figure, reference);
  return measure ? [share, describeMeasure(measure, reference)] : [share];
}

function describeShare(
  { label, share, interval, baseline_share: other, difference, difference_interval: ends }: OutcomeRecord,
  reference: Reference | null,
): string {
  return describe(label, reference, {
    value: percent(share),
    interval: intervalText(interval, percent),
    other: percent(other),
    difference,
    change: `${points(difference)} points${commaBefore(intervalText(ends, points))}`,
  });
}

function describeMeasure(measure: MeasureRecord, reference: Reference | null): string {
  const { label, unit, mean, interval, baseline_mean: other, difference, difference_interval: ends } = measure;
  return describe(label, reference, {
    value: `${number(mean)} ${unit} on average`,
    interval: intervalText(interval, number),
    other: number(other),
    difference,
    change: `${change(difference)}${commaBefore(intervalText(ends, change))}`,
  });
}

interface Described {
  value: string;
  interval: string;
  other: string;
  difference: number;
  change: string;
}

function describe(label: string, reference: Reference | null, texts: Described): string {
  const { value, interval, other, difference, change } = texts;
  if (reference === null) return `${label}: ${value}${interval && ` (${interval})`}.`;
  if (reference.isSimulation)
    return `${label}: ${value} in simulation A, ${other} in simulation B (A minus B: ${change}).`;
  if (value.startsWith(`${other} `) || value === other) return `${label}: ${value}, as at the baseline (${change}).`;
  return `${label}: ${value}, ${difference > 0 ? 'up' : 'down'} from ${other} at the baseline (${change}).`;
}

const intervalText = (interval: Interval | null, format: (value: number) => string) =>
  interval ? `95% interval ${range(interval, format)}` : '';
const commaBefore = (text: string) => (text === '' ? '' : `, ${text}`);
