import { markup, type Html } from '../../../common/http/html.js';
import type { CurveSummary } from '../../../engine/index.js';
import { figure } from '../figure.js';
import { percent, points, range } from '../format-numbers.js';
import { curvePlot, type Line } from '../plots/curve-plot.js';
import { keyOf, series } from '../plots/series.js';
import type { ReportInput } from '../report-input.js';

/** A table of more steps than these nobody reads. */
const MOST_ROWS = 12;

/** Shares of the agents along time, or along a price. */
export function curvesSection({ summary: { curves } }: ReportInput, isBaseline: boolean): Html | undefined {
  if (curves.length === 0) return undefined;
  return markup`<section>
<h2>Shares by step</h2>
${curves.map((curve) => curveFigure(curve, isBaseline))}
</section>`;
}

function curveFigure({ label, step_unit, points: steps }: CurveSummary, isBaseline: boolean): Html {
  const lines: Line[] = [
    { of: series.scenario, points: steps.map(({ step, share, interval }) => ({ step, value: share, interval })) },
  ];
  if (!isBaseline)
    lines.push({ of: series.baseline, points: steps.map((one) => ({ step: one.step, value: one.baseline_share })) });
  const head = [
    step_unit,
    'Share',
    '95% interval',
    ...(isBaseline ? [] : ['Baseline', 'Difference, points', '95% interval']),
  ];
  const rows = spread(steps).map(({ step, share, interval, baseline_share, difference, difference_interval }) => [
    ...[String(step), percent(share), range(interval, percent)],
    ...(isBaseline ? [] : [percent(baseline_share), points(difference), range(difference_interval, points)]),
  ]);
  return figure(label, curvePlot(label, lines, step_unit, percent), head, rows, keyOf(lines.map(({ of }) => of)));
}

/** The first, the last, and evenly between. */
export function spread<T>(all: readonly T[]): readonly T[] {
  if (all.length <= MOST_ROWS) return all;
  return Array.from({ length: MOST_ROWS }, (_, k) => all[Math.round((k * (all.length - 1)) / (MOST_ROWS - 1))]!);
}
