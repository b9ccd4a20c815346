import { Plot } from './plot-library.js';
import type { Html } from '../../../common/http/html.js';
import { rowPlot, valueColumn, type PlotRow } from './row-plot.js';
import { seriesByName } from './series.js';

/** Lowest and highest value of a figure if one input changes. */
export interface TornadoBar extends PlotRow {
  low: number;
  high: number;
}

export interface TornadoPlot {
  title: string;
  /** The widest bar first. */
  bars: readonly TornadoBar[];
  /** Value if no input changes. */
  base: number;
  axis: string;
  format: (value: number) => string;
}

const barHeight = 16;

/** Draws a bar for each input, around a line at the value that the figure has if no input changes. */
export function tornadoPlot({ title, bars, base, axis, format }: TornadoPlot): Html {
  const textOf = ({ low, high }: TornadoBar) => `${format(low)} to ${format(high)}`;
  const values = [base, ...bars.flatMap(({ low, high }) => [low, high])];
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const margin = (max - min || 1) * 0.02;
  return rowPlot({
    title,
    rows: bars,
    domain: [min - margin, max + margin],
    axis,
    format,
    rowHeight: barHeight + 4,
    valueTexts: bars.map(textOf),
    hasZeroLine: false,
    marks: (rows) => [
      Plot.rect(rows, {
        x1: 'low',
        x2: 'high',
        y1: ({ middle }: { middle: number }) => middle - barHeight / 2,
        y2: ({ middle }: { middle: number }) => middle + barHeight / 2,
        fill: seriesByName.scenario.color,
      }),
      Plot.ruleX(rows, { x: base, y1: 'top', y2: 'bottom', stroke: 'currentColor' }),
      valueColumn(rows, ({ middle }) => middle, textOf),
    ],
  });
}
