import * as Plot from '@observablehq/plot';
import { outsideParts, type Range } from './outside-parts';
import { seriesStyle, spreadLabels } from './series-style';

export interface CurvePoint {
  x: number | string;
  value: number;
  interval: readonly [number, number] | null;
}

export interface CurveSeries {
  label: string;
  /** In the order of the axis. */
  points: readonly CurvePoint[];
}

export interface CurveInput {
  /** What the chart shows, for screen readers. */
  title: string;
  xLabel: string;
  /** Text of a value on the horizontal axis. */
  formatX: (value: number | string) => string;
  formatY: (value: number) => string;
  series: readonly CurveSeries[];
  /** Name of the intervals. Default: 95% interval. */
  intervalLabel?: string;
  /** Position on the horizontal axis that a vertical line marks, such as the default. */
  reference?: { x: number | string; label: string };
  /** Lowest and highest position that the data support. The parts of the chart outside are shaded. */
  supported?: Range;
  width: number;
}

const height = 340;
const wideWidth = 560;
const labelDistancePixels = 15;
const margins = { marginTop: 24, marginBottom: 48 };

/** Draws one line with a band for each series; for values without an order, one mark with an interval. */
export function drawCurves({
  xLabel,
  formatX,
  formatY,
  series,
  intervalLabel = '95% interval',
  reference,
  supported,
  width,
}: CurveInput): Element {
  const positions = series[0]?.points.map(({ x }) => x) ?? [];
  const isNumeric = positions.every((x) => typeof x === 'number');
  const isWide = width >= wideWidth;
  const hasEndLabels = isWide && isNumeric && series.length > 1;
  const maxTicks = Math.max(2, Math.floor(width / 110));
  const rows = series.flatMap(({ label, points }, index) => points.map((point) => ({ ...point, label, index })));
  const values = rows.flatMap(({ value, interval }) => [value, ...(interval ?? [])]);
  const plot = Plot.plot({
    width,
    height,
    ...margins,
    marginLeft: 12 + 8 * Math.max(4, ...values.map((value) => formatY(value).length)),
    marginRight: hasEndLabels ? 150 : 24,
    style: { fontSize: '13px', fontFamily: 'inherit', background: 'none', overflow: 'visible' },
    x: {
      label: xLabel,
      labelAnchor: 'center',
      labelArrow: 'none',
      type: isNumeric ? 'linear' : 'point',
      ...(positions.length <= maxTicks ? { ticks: positions } : isNumeric ? { ticks: maxTicks } : {}),
      tickFormat: formatX,
      ...(!isNumeric && { domain: positions, padding: 0.5 }),
    },
    y: { label: null, grid: true, nice: true, ticks: 6, tickFormat: formatY },
    marks: [
      ...outsideMarks(positions, supported),
      ...(reference ? referenceMarks(reference) : []),
      ...series.flatMap((_, index) =>
        isNumeric
          ? curveMarks(rows, index)
          : intervalMarks(rows, index, (index - (series.length - 1) / 2) * Math.min(14, width / positions.length / 8)),
      ),
      ...(hasEndLabels ? endLabels(series, values) : []),
      Plot.tip(
        rows,
        Plot.pointer({
          x: 'x',
          y: 'value',
          title: ({ label, x, value, interval }: Row) =>
            [
              label,
              `${xLabel}: ${formatX(x)}`,
              formatY(value),
              ...(interval ? [`${intervalLabel}: ${interval.map(formatY).join(' to ')}`] : []),
            ].join('\n'),
        }),
      ),
    ],
  });
  // The frame of the chart names it; its parts have no meaning of their own for screen readers.
  plot.setAttribute('aria-hidden', 'true');
  return plot;
}

type Row = CurvePoint & { label: string; index: number };

const withInterval = (rows: readonly Row[]) => rows.filter(({ interval }) => interval !== null);
const low = ({ interval, value }: Row) => interval?.[0] ?? value;
const high = ({ interval, value }: Row) => interval?.[1] ?? value;

function curveMarks(rows: readonly Row[], index: number): Plot.Markish[] {
  const { color, symbol, dash } = seriesStyle(index);
  const own = rows.filter((row) => row.index === index);
  return [
    Plot.areaY(withInterval(own), { x: 'x', y1: low, y2: high, fill: color, fillOpacity: 0.16 }),
    Plot.line(own, { x: 'x', y: 'value', stroke: color, strokeWidth: 2, strokeDasharray: dash }),
    Plot.dot(own, { x: 'x', y: 'value', fill: color, symbol, r: 4 }),
  ];
}

function intervalMarks(rows: readonly Row[], index: number, dx: number): Plot.Markish[] {
  const { color, symbol } = seriesStyle(index);
  const own = rows.filter((row) => row.index === index);
  const stroke = { stroke: color, strokeWidth: 5, strokeOpacity: 0.4, strokeLinecap: 'round' } as const;
  return [
    Plot.ruleX(withInterval(own), { x: 'x', y1: low, y2: high, dx, ...stroke }),
    Plot.dot(own, { x: 'x', y: 'value', fill: color, symbol, r: 5, dx }),
  ];
}

function outsideMarks(positions: readonly (number | string)[], supported: Range | undefined): Plot.Markish[] {
  const parts = outsideParts(positions, supported);
  return [Plot.rectX(parts, { x1: 'from', x2: 'to', fill: 'var(--muted)', fillOpacity: 0.14 })];
}

function referenceMarks({ x, label }: { x: number | string; label: string }): Plot.Markish[] {
  return [
    Plot.ruleX([x], { stroke: 'var(--baseline)', strokeDasharray: '4 4' }),
    Plot.text([x], {
      x: (value: number | string) => value,
      frameAnchor: 'top',
      dy: -14,
      text: () => label,
      fill: 'var(--muted)',
    }),
  ];
}

/** The names of the series at the ends of their lines. */
function endLabels(series: readonly CurveSeries[], values: readonly number[]): Plot.Markish[] {
  const plotHeight = height - margins.marginTop - margins.marginBottom;
  const range = Math.max(...values) - Math.min(...values) || 1;
  const ends = series.map(({ points }) => points.at(-1)?.value ?? 0);
  const spread = spreadLabels(ends, (labelDistancePixels / plotHeight) * range);
  return series.map(({ label, points }, index) =>
    Plot.text([shortened(label)], {
      x: () => points.at(-1)?.x,
      y: () => spread[index],
      text: (text: string) => text,
      textAnchor: 'start',
      dx: 10,
      fill: seriesStyle(index).color,
    }),
  );
}

const maxLabelCharacters = 20;

function shortened(label: string): string {
  const characters = [...label];
  return characters.length <= maxLabelCharacters ? label : `${characters.slice(0, maxLabelCharacters - 1).join('')}…`;
}
