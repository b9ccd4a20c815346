import * as Plot from '@observablehq/plot';
import type { Html } from '../../../common/http/html.js';
import type { Interval } from '../../../engine/index.js';
import { draw, wrapLabel, labelMargin, tick, valueMargin } from './draw.js';
import type { Series } from './series.js';

export interface IntervalRow {
  label: string;
  /** A heading above the rows of a group. It has no values. */
  isHeading?: boolean;
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

const lineHeight = 13;
const seriesHeight = 15;

/** Draws values with their intervals, row by row. Several series of a row are drawn below each other. */
export function intervalPlot({ title, rows, format, axis, isDifference }: IntervalPlot): Html {
  const shown = [...new Set(rows.flatMap(({ values }) => values.map((value) => value.series)))];
  const named = rows.map((row, position) => ({ ...row, id: String(position) }));
  const labels = new Map(named.map(({ id, label, isHeading }) => [id, isHeading ? '' : wrapLabel(label)]));
  const marginLeft = labelMargin(rows.map(({ label }) => label));
  const [low, high] = extentOf(rows, isDifference ?? false);
  const lines = Math.max(1, ...[...labels.values()].map((label) => label.split('\n').length));
  const rowHeight = Math.max(lines * lineHeight, shown.length * seriesHeight) + 8;
  return draw(title, {
    marginLeft,
    marginRight: valueMargin(rows.flatMap(({ values }) => values.map(({ value }) => format(value)))),
    marginBottom: 40,
    height: 64 + rows.length * rowHeight,
    x: {
      domain: [low, high],
      grid: true,
      label: axis,
      labelAnchor: 'center',
      labelArrow: 'none',
      ticks: 6,
      tickFormat: tick(format),
    },
    y: { domain: named.map(({ id }) => id), label: null, type: 'point', padding: 0.5 },
    marks: [
      Plot.axisY({ tickSize: 0, tickFormat: (id: string) => labels.get(id) ?? '', label: null }),
      ...(isDifference ? [Plot.ruleX([0], { stroke: '#1a1a1a' })] : []),
      // Drawn over the line at zero, so that the line does not cross a name.
      Plot.text(
        named.filter(({ isHeading }) => isHeading),
        {
          y: 'id',
          text: 'label',
          frameAnchor: 'left',
          textAnchor: 'start',
          dx: 10 - marginLeft,
          fontWeight: 600,
          stroke: '#ffffff',
          strokeWidth: 5,
          fill: '#1a1a1a',
        },
      ),
      ...shown.flatMap((series, position) =>
        seriesMarks(named, series, (position - (shown.length - 1) / 2) * seriesHeight, format),
      ),
    ],
  });
}

function seriesMarks(
  rows: readonly (IntervalRow & { id: string })[],
  series: Series,
  dy: number,
  format: (value: number) => string,
) {
  const points = rows.flatMap(({ id, values }) =>
    values
      .filter((value) => value.series === series)
      .map(({ value, interval }) => ({ id, value, low: interval?.[0] ?? value, high: interval?.[1] ?? value })),
  );
  const { color, symbol, isHollow } = series;
  return [
    Plot.ruleY(points, { y: 'id', x1: 'low', x2: 'high', dy, stroke: color, strokeWidth: 1.5 }),
    Plot.dot(points, {
      y: 'id',
      x: 'value',
      dy,
      r: 4,
      symbol,
      stroke: color,
      strokeWidth: 1.5,
      fill: isHollow ? '#ffffff' : color,
    }),
    Plot.text(points, {
      y: 'id',
      x: 'high',
      dy,
      dx: 8,
      text: (point: { value: number }) => format(point.value),
      textAnchor: 'start',
      fill: color,
    }),
  ];
}

function extentOf(rows: readonly IntervalRow[], isDifference: boolean): [number, number] {
  const ends = rows.flatMap(({ values }) => values.flatMap(({ value, interval }) => [value, ...(interval ?? [])]));
  const min = Math.min(0, ...ends);
  const max = Math.max(isDifference ? 0 : -Infinity, ...ends);
  return max > min ? [min, max] : [min, min + 1];
}
