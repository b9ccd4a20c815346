import * as Plot from '@observablehq/plot';
import { formats } from '../../src/simulations/view/format-numbers.js';
import type { ChartOf } from '../../src/simulations/view/view.schema.js';
import { draw, tick, type Drawing } from './draw.js';
import { seriesStyle } from './row-plot.js';

type Line = ChartOf<'curves'>['lines'][number];
type Banded = { interval: readonly [number, number] };

/** More points than this have no dots. */
const maxDots = 40;

/** Draws lines along steps, each with a band for its intervals. Parts outside the data are shaded. A hollow series is dashed. */
export function curvePlot({ lines, axis, format, marked, target, outside }: ChartOf<'curves'>): Drawing {
  const write = formats[format];
  return draw(({ name, ticks }) => ({
    height: name === 'narrow' ? 240 : 300,
    marginLeft: name === 'narrow' ? 44 : 56,
    marginBottom: 46,
    marginTop: marked ? 22 : 10,
    hasScale: target !== undefined,
    // Not formatted as numbers: a year has no thousands separator.
    x: { label: axis, labelAnchor: 'center', labelArrow: 'none', ticks, tickFormat: String },
    y: { label: null, grid: true, tickFormat: tick(write), ticks: 6, nice: true },
    marks: [
      Plot.rectX(outside, { x1: '0', x2: '1', fill: 'var(--muted)', fillOpacity: 0.14 }),
      ...(marked ? markedStep(marked) : []),
      ...(target ? targetLine(target) : []),
      ...lines.flatMap((line) => lineMarks(line, write)),
    ],
  }));
}

function markedStep({ step, label }: NonNullable<ChartOf<'curves'>['marked']>): Plot.Markish[] {
  return [
    Plot.ruleX([step], { stroke: 'var(--muted)', strokeDasharray: '4 4' }),
    Plot.text([label], {
      x: () => step,
      text: (text: string) => text,
      frameAnchor: 'top',
      dy: -12,
      fill: 'var(--muted)',
    }),
  ];
}

function targetLine({ value, label }: NonNullable<ChartOf<'curves'>['target']>): Plot.Markish[] {
  return [
    Plot.ruleY([value], { stroke: 'var(--simulated)', strokeDasharray: '6 3' }),
    Plot.text([label], {
      y: () => value,
      text: (text: string) => text,
      frameAnchor: 'right',
      dy: -8,
      fill: 'var(--simulated)',
    }),
  ];
}

function lineMarks({ series, points }: Line, write: (value: number) => string): Plot.Markish[] {
  const { color, symbol, isHollow } = seriesStyle(series);
  const banded = points.filter(({ interval }) => interval);
  const dots = points.length <= maxDots ? points : [];
  return [
    Plot.areaY(banded, {
      x: 'step',
      y1: ({ interval }: Banded) => interval[0],
      y2: ({ interval }: Banded) => interval[1],
      fill: color,
      fillOpacity: 0.18,
    }),
    Plot.lineY(points, {
      x: 'step',
      y: 'value',
      stroke: color,
      strokeWidth: 2,
      ...(isHollow && { strokeDasharray: '5 4' }),
    }),
    Plot.dot(dots, {
      x: 'step',
      y: 'value',
      r: 3,
      symbol,
      title: ({ step, value, interval }: Line['points'][number]) =>
        `${step}: ${write(value)}${interval ? ` (${interval.map(write).join(' to ')})` : ''}`,
      stroke: color,
      fill: isHollow ? 'var(--page)' : color,
    }),
  ];
}
