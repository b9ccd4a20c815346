import { markup, type Html } from '../../../common/http/html.js';
import type { CurveRecord } from '../../summary.schema.js';
import { figure, valueWithInterval, type Row } from '../figure.js';
import { percent, points } from '../format-numbers.js';
import { curvePlot, type Line } from '../plots/curve-plot.js';
import { legendOf, seriesByName } from '../plots/series.js';
import type { Reference } from '../reference.js';
import type { ReportInput } from '../report-input.js';
import type { Section } from '../section.js';

/** Maximum rows of a table, so that it stays readable. */
const maxRows = 12;

/** Shares of agents over time or along a price. */
export function curvesSection({ summary: { curves } }: ReportInput, reference: Reference | null): Section | undefined {
  if (curves.length === 0) return undefined;
  const content = markup`${curves.map((curve) => curveFigure(curve, reference))}`;
  return { id: 'steps', title: 'Shares by step', content };
}

function curveFigure({ label, step_unit: unit, points: steps }: CurveRecord, reference: Reference | null): Html {
  const lines: Line[] = [
    {
      series: reference?.series ?? seriesByName.scenario,
      points: steps.map(({ step, share, interval }) => ({ step, value: share, interval })),
    },
  ];
  if (reference)
    lines.push({
      series: reference.referenceSeries,
      points: steps.map((one) => ({ step: one.step, value: one.baseline_share })),
    });
  const head = [unit, ...(reference ? [reference.seriesTitle, reference.title, 'Difference, points'] : ['Share'])];
  const rows = evenlySpaced(steps).map((one): Row => [
    String(one.step),
    valueWithInterval(percent(one.share), one.interval, percent),
    ...(reference
      ? [percent(one.baseline_share), valueWithInterval(points(one.difference), one.difference_interval, points)]
      : []),
  ]);
  const legend = legendOf(lines.map((line) => line.series));
  return figure(label, curvePlot(label, lines, unit, percent), head, rows, legend);
}

/** Returns evenly spaced rows, including the first and the last. */
export function evenlySpaced<T>(all: readonly T[]): readonly T[] {
  if (all.length <= maxRows) return all;
  return Array.from({ length: maxRows }, (_, k) => all[Math.round((k * (all.length - 1)) / (maxRows - 1))]!);
}
