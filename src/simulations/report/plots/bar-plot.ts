import { Plot } from './plot-library.js';
import type { Html } from '../../../common/http/html.js';
import { rowPlot, valueColumn, type PlotRow } from './row-plot.js';
import { seriesByName } from './series.js';

export interface Bar extends PlotRow {
  /** Undefined for a heading. */
  value?: number;
  /** The text in the column at the right. */
  valueLabel?: string;
}

const barHeight = 16;

/** Draws horizontal bars that start at 0. */
export function barPlot(title: string, bars: readonly Bar[], axis: string, format: (value: number) => string): Html {
  return rowPlot({
    title,
    rows: bars,
    domain: [0, Math.max(...bars.map(({ value = 0 }) => value)) || 1],
    axis,
    format,
    rowHeight: barHeight + 4,
    valueTexts: bars.map(({ valueLabel = '' }) => valueLabel),
    hasZeroLine: true,
    marks: (rows) => [
      Plot.rect(rows, {
        x1: 0,
        x2: 'value',
        y1: ({ middle }: { middle: number }) => middle - barHeight / 2,
        y2: ({ middle }: { middle: number }) => middle + barHeight / 2,
        fill: seriesByName.scenario.color,
      }),
      valueColumn(
        rows,
        ({ middle }) => middle,
        ({ valueLabel = '' }) => valueLabel,
      ),
    ],
  });
}
