import { markup, type Html } from '../../../common/http/html.js';
import { figure } from '../figure.js';
import { percent, points, range } from '../format-numbers.js';
import { curvePlot, type Line } from '../plots/curve-plot.js';
import { legendOf, seriesByName } from '../plots/series.js';
import type { CurveRecord } from '../../summary.schema.js';
import type { ReportInput } from '../report-input.js';

/** Maximum rows of a table, so that it stays readable. */
const maxRows = 12;

/** Shares of agents over time or along a price. */
export function curvesSection({ summary: { curves } }: ReportInput, isBaseline: boolean): Html | undefined {
  if (curves.length === 0) return undefined;
  return markup`<section>
<h2>Shares by step</h2>
${curves.map((curve) => curveFigure(curve, isBaseline))}
</section>`;
}

function curveFigure({ label, step_unit, points: steps }: CurveRecord, isBaseline: boolean): Html {
  const lines: Line[] = [
    {
      series: seriesByName.scenario,
      points: steps.map(({ step, share, interval }) => ({ step, value: share, interval })),
    },
  ];
  if (!isBaseline)
    lines.push({
      series: seriesByName.baseline,
      points: steps.map((one) => ({ step: one.step, value: one.baseline_share })),
    });
  const head = [
    step_unit,
    'Share',
    '95% interval',
    ...(isBaseline ? [] : ['Baseline', 'Difference, points', '95% interval']),
  ];
  const rows = evenlySpaced(steps).map(({ step, share, interval, baseline_share, difference, difference_interval }) => [
    String(step),
    percent(share),
    range(interval, percent),
    ...(isBaseline ? [] : [percent(baseline_share), points(difference), range(difference_interval, points)]),
  ]);
  return figure(
    label,
    curvePlot(label, lines, step_unit, percent),
    head,
    rows,
    legendOf(lines.map((line) => line.series)),
  );
}

/** Returns evenly spaced rows, including the first and the last. */
export function evenlySpaced<T>(all: readonly T[]): readonly T[] {
  if (all.length <= maxRows) return all;
  return Array.from({ length: maxRows }, (_, k) => all[Math.round((k * (all.length - 1)) / (maxRows - 1))]!);
}
