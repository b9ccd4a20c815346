import * as Plot from '@observablehq/plot';
import { formats } from '../../src/simulations/view/format-numbers.js';
import type { ChartOf, IntervalRow, SeriesId } from '../../src/simulations/view/view.schema.js';
import type { Drawing, PlotSize } from './draw.js';
import { rowPlot, valueColumn, type Placed, type PlotRow, seriesStyle } from './row-plot.js';

const seriesHeight = 16;

type Row = IntervalRow & PlotRow;
type Value = IntervalRow['values'][number];

/** Draws values with their intervals, row by row. Several series of a row are drawn below each other. */
export function intervalPlot({ rows, format, axis, is_difference, series, reference }: ChartOf<'intervals'>): Drawing {
  const write = formats[format];
  const all = rows.flatMap(({ values }) => values);
  const shown = series.map(({ id }) => id);
  const textOf = ({ name }: PlotSize, { value, interval }: Value) =>
    name === 'narrow' || !interval ? write(value) : `${write(value)} (${interval.map(write).join(' to ')})`;
  return rowPlot<Row>({
    rows: rows.map((row) => ({ ...row, isHeading: row.values.length === 0 })),
    domain: extentOf(rows, is_difference),
    axis,
    format: write,
    rowHeight: shown.length * seriesHeight,
    valueTexts: (size) => all.map((value) => textOf(size, value)),
    hasZeroLine: is_difference,
    ...(reference && { reference: { ...reference, label: `${reference.label} ${write(reference.value)}` } }),
    marks: (placed, size) =>
      shown.flatMap((id, position) =>
        seriesMarks(placed, id, (position - (shown.length - 1) / 2) * seriesHeight, (value) => textOf(size, value)),
      ),
  });
}

function seriesMarks(
  rows: readonly Placed<Row>[],
  id: SeriesId,
  offset: number,
  textOf: (value: Value) => string,
): Plot.Markish[] {
  const points = rows.flatMap(({ middle, values }) =>
    values
      .filter(({ series }) => series === id)
      .map((one) => ({
        y: middle + offset,
        value: one.value,
        low: one.interval?.[0] ?? one.value,
        high: one.interval?.[1] ?? one.value,
        text: textOf(one),
      })),
  );
  const { color, symbol, isHollow } = seriesStyle(id);
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
      ({ text }) => text,
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
