import type { Markish } from '@observablehq/plot';
import type { Html } from '../../../common/http/html.js';
import type { Interval } from '../../../engine/simulate.js';
import { Plot } from './plot-library.js';
import { rowPlot, valueColumn, type Placed, type PlotRow } from './row-plot.js';
import type { Series } from './series.js';

export interface IntervalRow extends PlotRow {
  values: readonly { series: Series; value: number; interval?: Interval | null | undefined }[];
}

export interface IntervalPlot {
  title: string;
  rows: readonly IntervalRow[];
  format: (value: number) => string;
  axis: string;
  /** Draws a line at zero, because the values are differences. */
  isDifference?: boolean;
}

const seriesHeight = 16;

/** Draws values with their intervals, row by row. Several series of a row are drawn below each other. */
export function intervalPlot({ title, rows, format, axis, isDifference = false }: IntervalPlot): Html {
  const all = rows.flatMap(({ values }) => values);
  const shown = [...new Set(all.map(({ series }) => series))];
  return rowPlot({
    title,
    rows,
    domain: extentOf(rows, isDifference),
    axis,
    format,
    rowHeight: shown.length * seriesHeight,
    valueTexts: all.map(({ value }) => format(value)),
    hasZeroLine: isDifference,
    marks: (placed) =>
      shown.flatMap((series, position) =>
        seriesMarks(placed, series, (position - (shown.length - 1) / 2) * seriesHeight, format),
      ),
  });
}

interface Point {
  y: number;
  value: number;
  low: number;
  high: number;
}

function seriesMarks(
  rows: readonly Placed<IntervalRow>[],
  series: Series,
  offset: number,
  format: (value: number) => string,
): Markish[] {
  const points = rows.flatMap(({ middle, values }): Point[] =>
    values
      .filter((value) => value.series === series)
      .map(({ value, interval }) => ({
        y: middle + offset,
        value,
        low: interval?.[0] ?? value,
        high: interval?.[1] ?? value,
      })),
  );
  const { color, symbol, isHollow } = series;
  return [
    Plot.ruleY(points, { y: 'y', x1: 'low', x2: 'high', stroke: color, strokeWidth: 2 }),
    Plot.dot(points, {
      y: 'y',
      x: 'value',
      r: 4.5,
      symbol,
      stroke: color,
      strokeWidth: 1.5,
      fill: isHollow ? 'var(--page)' : color,
    }),
    valueColumn(
      points,
      ({ y }) => y,
      ({ value }) => format(value),
      color,
    ),
  ];
}

function extentOf(rows: readonly IntervalRow[], isDifference: boolean): [number, number] {
  const ends = rows.flatMap(({ values }) => values.flatMap(({ value, interval }) => [value, ...(interval ?? [])]));
  const min = Math.min(0, ...ends);
  const max = Math.max(isDifference ? 0 : -Infinity, ...ends);
  return max > min ? [min, max] : [min, min + 1];
}
