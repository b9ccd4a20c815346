import * as Plot from '@observablehq/plot';
import { formats } from '../../src/simulations/view/format-numbers.js';
import type { ChartOf } from '../../src/simulations/view/view.schema.js';
import { draw, tick, widthOf, type Drawing } from './draw.js';
import { seriesStyle } from './row-plot.js';

/** One point of an evenly spaced grid. */
type HeatMapCell = ChartOf<'heat_map'>['cells'][number];

/** More than this opacity would make the values in the cells unreadable, in light and in dark colors. */
const maxOpacity = 0.55;
const minOpacity = 0.04;
/** Pixels around the value of a cell. */
const cellPadding = 6;

/** Draws the values of a grid as cells: the greater the value, the stronger the color. Wide cells contain their values. Infeasible cells have a
 * cross and no color. */
export function heatMap({
  cells,
  marked,
  x_axis: xAxis,
  y_axis: yAxis,
  format: formatName,
}: ChartOf<'heat_map'>): Drawing {
  const format = formats[formatName];
  const [xs, ys] = [gridOf(cells.map(({ x }) => x)), gridOf(cells.map(({ y }) => y))];
  const feasible = cells.filter(({ is_feasible: isFeasible }) => isFeasible);
  const values = feasible.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const opacityOf = ({ value }: HeatMapCell) =>
    minOpacity + (high > low ? (value - low) / (high - low) : 0) * (maxOpacity - minOpacity);
  const corners = {
    x1: ({ x }: HeatMapCell) => x - xs.step / 2,
    x2: ({ x }: HeatMapCell) => x + xs.step / 2,
    y1: ({ y }: HeatMapCell) => y - ys.step / 2,
    y2: ({ y }: HeatMapCell) => y + ys.step / 2,
  };
  const infeasible = cells.filter(({ is_feasible: isFeasible }) => !isFeasible);
  return draw((size) => {
    const marginLeft = size.name === 'narrow' ? 48 : 64;
    const marginRight = 16;
    const cellWidth = (size.width - marginLeft - marginRight) / xs.count;
    const hasValues = widthOf(values.map(format)) + cellPadding <= cellWidth;
    return {
      height: size.name === 'narrow' ? 320 : 420,
      ...{ marginLeft, marginRight, marginTop: 28, marginBottom: 42 },
      x: { domain: xs.domain, label: xAxis, labelAnchor: 'center', labelArrow: 'none', ticks: size.ticks },
      y: { domain: ys.domain, label: yAxis, labelArrow: 'none', ticks: 6, tickFormat: tick(String) },
      marks: [
        Plot.rect(feasible, {
          ...corners,
          inset: 0.5,
          fill: seriesStyle('scenario').color,
          fillOpacity: { value: opacityOf, scale: null },
        }),
        ...(hasValues
          ? [Plot.text(feasible, { x: 'x', y: 'y', text: ({ value }: HeatMapCell) => format(value) })]
          : []),
        Plot.dot(infeasible, { x: 'x', y: 'y', r: 3.5, symbol: 'times', stroke: 'var(--muted)', strokeWidth: 1.5 }),
        Plot.dot(marked ? [marked] : [], {
          x: 'x',
          y: 'y',
          r: 6,
          symbol: 'diamond2',
          fill: 'var(--marked)',
          stroke: 'var(--page)',
          strokeWidth: 1.5,
        }),
      ],
    };
  });
}

/** The points of one axis, their distance, and the range of their cells. */
function gridOf(values: readonly number[]) {
  const points = [...new Set(values)];
  const [low, high] = [Math.min(...points), Math.max(...points)];
  const step = (high - low) / Math.max(1, points.length - 1) || 1;
  return { count: points.length, step, domain: [low - step / 2, high + step / 2] as [number, number] };
}
