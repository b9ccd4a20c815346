import type { CurveSummary } from '../../../../model/simulate.js';
import { figure, row, valueWithInterval, seriesById, section } from '../blocks.js';
import { percent, points } from '../format-numbers.js';
import type { Reference } from '../scenario-changes.js';
import type { ViewInput } from '../view-input.js';
import type { Block, ChartOf, Section } from '../view.schema.js';

/** Maximum rows of a table, so that it stays readable. */
const maxRows = 12;

/** Shares of agents over time or along a price. */
export function curvesSection({ summary: { curves } }: ViewInput, reference: Reference | null): Section | undefined {
  if (curves.length === 0) return undefined;
  const blocks = curves.map((curve) => curveFigure(curve, reference));
  return section('steps', 'Shares by step', 'answer', ...blocks);
}

function curveFigure({ label, step_unit: unit, points: steps }: CurveSummary, reference: Reference | null): Block {
  const own: ChartOf<'curves'>['lines'][number] = {
    series: 'scenario',
    points: steps.map(({ step, share, interval }) => ({ step, value: share, interval })),
  };
  const other: ChartOf<'curves'>['lines'][number] = {
    series: 'baseline',
    points: steps.map(({ step, baseline_share }) => ({ step, value: baseline_share, interval: null })),
  };
  return figure(
    label,
    {
      type: 'curves',
      axis: unit,
      format: 'percent',
      series: reference ? [reference.series, reference.referenceSeries] : [seriesById.scenario],
      lines: reference ? [own, other] : [own],
      marked: null,
      outside: [],
    },
    [unit, ...(reference ? [reference.seriesTitle, reference.title, 'Difference, points'] : ['Share'])],
    evenlySpaced(steps).map((one) =>
      row(
        String(one.step),
        valueWithInterval(percent(one.share), one.interval, percent),
        ...(reference
          ? [percent(one.baseline_share), valueWithInterval(points(one.difference), one.difference_interval, points)]
          : []),
      ),
    ),
  );
}

/** Returns evenly spaced rows, including the first and the last. */
export function evenlySpaced<T>(all: readonly T[]): readonly T[] {
  if (all.length <= maxRows) return all;
  return Array.from({ length: maxRows }, (_, k) => all[Math.round((k * (all.length - 1)) / (maxRows - 1))]!);
}
