import * as Plot from '@observablehq/plot';
import { formats } from '../../src/simulations/view/format-numbers.js';
import type { ChartOf, IntervalRow, SeriesId } from '../../src/simulations/view/view.schema.js';
import type { Drawing, PlotSize } from './draw.js';
import { type Placed, type PlotRow, rowPlot, seriesStyle, valueColumn } from './row-plot.js';

const barHeight = 16;

/** Marks of a horizontal bar around the middle of its row. */
const barEdges = {
  y1: ({ middle }: { middle: number }) => middle - barHeight / 2,
  y2: ({ middle }: { middle: number }) => middle + barHeight / 2,
  fill: seriesStyle('scenario').color,
};
const barRowHeight = barHeight + 4;

/** Draws horizontal bars that start at 0. */
export function barPlot({ bars, axis, format }: ChartOf<'bars'>): Drawing {
  const rows = bars.map(({ label, value, text }) => ({
    label,
    isHeading: value === null,
    value: value ?? 0,
    valueText: text,
  }));
  return rowPlot({
    rows,
    domain: [0, Math.max(...rows.map(({ value }) => value)) || 1],
    axis,
    format: formats[format],
    rowHeight: barRowHeight,
    valueTexts: () => rows.map(({ valueText }) => valueText),
    hasZeroLine: true,
    marks: (placed) => [
      Plot.rect(placed, { x1: 0, x2: 'value', ...barEdges }),
      valueColumn(
        placed,
        ({ middle }) => middle,
        ({ valueText }) => valueText,
      ),
    ],
  });
}

/** Draws a bar for each input, around a line at the value that the figure has if no input changes. */
export function tornadoPlot({ bars, base, axis, format }: ChartOf<'tornado'>): Drawing {
  const write = formats[format];
  const textOf = ({ low, high }: (typeof bars)[number]) => `${write(low)} to ${write(high)}`;
  const values = [base, ...bars.flatMap(({ low, high }) => [low, high])];
  const [min, max] = [Math.min(...values), Math.max(...values)];
  // The values of the inputs are next to the bars.
  const margin = (max - min || 1) * 0.16;
  return rowPlot({
    rows: bars,
    domain: [min - margin, max + margin],
    axis,
    format: write,
    rowHeight: barRowHeight,
    valueTexts: () => bars.map(textOf),
    hasZeroLine: false,
    marks: (rows) => [
      Plot.rect(rows, { x1: 'low', x2: 'high', ...barEdges }),
      endTexts(rows, 'low'),
      endTexts(rows, 'high'),
      Plot.ruleX(rows, { x: base, y1: 'top', y2: 'bottom', stroke: 'currentColor' }),
      valueColumn(rows, ({ middle }) => middle, textOf),
    ],
  });
}

type Bar = ChartOf<'tornado'>['bars'][number] & { middle: number };

/** The value of the input at one end of each bar. */
const endTexts = (rows: readonly Bar[], end: 'low' | 'high') =>
  Plot.text(
    rows.filter((bar) => bar[`${end}_at`] !== null),
    {
      x: end,
      y: 'middle',
      text: `${end}_at`,
      fontSize: 10,
      fill: 'var(--muted)',
      ...(end === 'low' ? { textAnchor: 'end', dx: -4 } : { textAnchor: 'start', dx: 4 }),
    },
  );

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
