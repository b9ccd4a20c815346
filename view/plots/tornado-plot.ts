import * as Plot from '@observablehq/plot';
import { formats } from '../../src/simulations/view/format-numbers.js';
import type { ChartOf } from '../../src/simulations/view/view.schema.js';
import { barEdges, barRowHeight } from './bar-plot.js';
import type { Drawing } from './draw.js';
import { rowPlot, valueColumn } from './row-plot.js';

/** Draws a bar for each input, around a line at the value that the figure has if no input changes. */
export function tornadoPlot({ bars, base, axis, format }: ChartOf<'tornado'>): Drawing {
  const write = formats[format];
  const textOf = ({ low, high }: (typeof bars)[number]) => `${write(low)} to ${write(high)}`;
  const values = [base, ...bars.flatMap(({ low, high }) => [low, high])];
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const margin = (max - min || 1) * 0.02;
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
      Plot.ruleX(rows, { x: base, y1: 'top', y2: 'bottom', stroke: 'currentColor' }),
      valueColumn(rows, ({ middle }) => middle, textOf),
    ],
  });
}
