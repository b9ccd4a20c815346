import { headlineOf } from '../headline.js';
import type { MeasureRecord, OutcomeRecord } from '../summary.schema.js';
import { effectText, type WordedFigure } from '../result-words.js';
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

function describeShare(figure: OutcomeRecord, reference: Reference | null): string {
  const { share, interval, baseline_share: baseline, difference_interval: ends } = figure;
  return describe({ ...figure, unit: 'share' }, reference, {
    value: percent(share),
    ownInterval: interval && range(interval, percent),
    baseline: percent(baseline),
    difference: `${points(figure.difference)} points`,
    interval: ends && range(ends, points),
  });
}

function describeMeasure(figure: MeasureRecord, reference: Reference | null): string {
  const { mean, interval, baseline_mean: baseline, difference_interval: ends } = figure;
  return describe(figure, reference, {
    value: number(mean),
    ownInterval: interval && range(interval, number),
    baseline: number(baseline),
    difference: change(figure.difference),
    interval: ends && range(ends, change),
  });
}

interface Texts {
  value: string;
  ownInterval: string | null;
  baseline: string;
  difference: string;
  interval: string | null;
}

function describe(figure: WordedFigure, reference: Reference | null, texts: Texts): string {
  const { label, unit } = figure;
  const { value, ownInterval, baseline, difference, interval } = texts;
  const after = unit === 'share' ? '' : ` ${unit} on average`;
  if (reference === null) return `${label}: ${value}${after}${ownInterval ? ` (95% interval ${ownInterval})` : ''}.`;
  if (reference.isSimulation)
    return `${label}: ${value}${after} in simulation A, ${baseline} in simulation B (A minus B: ${difference}${interval ? `, 95% interval ${interval}` : ''}).`;
  return `${effectText(figure, { value, baseline, size: difference.replace(/^[+−]/, ''), interval })}.`;
}
