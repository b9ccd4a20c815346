import * as Plot from '@observablehq/plot';
import { formats } from '../../src/simulations/view/format-numbers.js';
import type { ChartOf } from '../../src/simulations/view/view.schema.js';
import type { Drawing } from './draw.js';
import { rowPlot, valueColumn, seriesStyle } from './row-plot.js';

const barHeight = 16;

/** Marks of a horizontal bar around the middle of its row. */
export const barEdges = {
  y1: ({ middle }: { middle: number }) => middle - barHeight / 2,
  y2: ({ middle }: { middle: number }) => middle + barHeight / 2,
  fill: seriesStyle('scenario').color,
};
export const barRowHeight = barHeight + 4;

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
