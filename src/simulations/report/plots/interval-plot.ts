import * as Plot from '@observablehq/plot';
import type { Html } from '../../../common/http/html.js';
import type { Interval } from '../../../engine/index.js';
import { draw, inLines, labelMargin, tick, toldMargin } from './draw.js';
import type { Series } from './series.js';

export interface IntervalRow {
  label: string;
  /** A line above the rows that belong to it, which has no values. */
  isHeading?: boolean;
  values: readonly { of: Series; value: number; interval?: Interval | null | undefined }[];
}

export interface IntervalPlot {
  title: string;
  rows: readonly IntervalRow[];
  format: (value: number) => string;
  axis: string;
  /** Values are differences: the line of no difference is shown. */
  isDifference?: boolean;
}

const LINE_HEIGHT = 13;
const SERIES_HEIGHT = 15;

/** Values with their intervals, row by row; several series of a row stand below each other. */
export function intervalPlot({ title, rows, format, axis, isDifference }: IntervalPlot): Html {
  const shown = [...new Set(rows.flatMap(({ values }) => values.map((value) => value.of)))];
  const named = rows.map((row, position) => ({ ...row, id: String(position) }));
  const labels = new Map(named.map(({ id, label, isHeading }) => [id, isHeading ? '' : inLines(label)]));
  const marginLeft = labelMargin(rows.map(({ label }) => label));
  const [low, high] = extentOf(rows, isDifference ?? false);
  const lines = Math.max(1, ...[...labels.values()].map((label) => label.split('\n').length));
  const rowHeight = Math.max(lines * LINE_HEIGHT, shown.length * SERIES_HEIGHT) + 8;
  return draw(title, {
    marginLeft,
    marginRight: toldMargin(rows.flatMap(({ values }) => values.map(({ value }) => format(value)))),
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
      // Above the line of no difference, so that it does not run through a name.
      Plot.text(
        named.filter(({ isHeading }) => isHeading),
        {
          ...{
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
        },
      ),
      ...shown.flatMap((one, position) =>
        seriesMarks(named, one, (position - (shown.length - 1) / 2) * SERIES_HEIGHT, format),
      ),
    ],
  });
}

function seriesMarks(
  rows: readonly (IntervalRow & { id: string })[],
  one: Series,
  dy: number,
  format: (value: number) => string,
) {
  const points = rows.flatMap(({ id, values }) =>
    values
      .filter((value) => value.of === one)
      .map(({ value, interval }) => ({ id, value, low: interval?.[0] ?? value, high: interval?.[1] ?? value })),
  );
  const { colour, symbol, isHollow } = one;
  return [
    Plot.ruleY(points, { y: 'id', x1: 'low', x2: 'high', dy, stroke: colour, strokeWidth: 1.5 }),
    Plot.dot(points, {
      y: 'id',
      x: 'value',
      dy,
      r: 4,
      symbol,
      stroke: colour,
      strokeWidth: 1.5,
      fill: isHollow ? '#ffffff' : colour,
    }),
    Plot.text(points, {
      y: 'id',
      x: 'high',
      dy,
      dx: 8,
      text: (point: { value: number }) => format(point.value),
      textAnchor: 'start',
      fill: colour,
    }),
  ];
}

function extentOf(rows: readonly IntervalRow[], isDifference: boolean): [number, number] {
  const ends = rows.flatMap(({ values }) => values.flatMap(({ value, interval }) => [value, ...(interval ?? [])]));
  const least = Math.min(0, ...ends);
  const most = Math.max(isDifference ? 0 : -Infinity, ...ends);
  return most > least ? [least, most] : [least, least + 1];
}
