import { useId } from 'react';
import { labelLines } from './label-lines';
import { useWidth } from './use-width';
import './interval-chart.css';

export interface IntervalRow {
  label: string;
  value: number;
  /** Null: the service states no interval for this value. */
  interval: readonly [number, number] | null;
  /** Drawn as a hollow mark at the same height, such as the value of the baseline. */
  reference?: number;
}

interface IntervalChartProps {
  /** What the chart shows, for screen readers. The values themselves belong in a table next to the chart. */
  title: string;
  rows: readonly IntervalRow[];
  format: (value: number) => string;
  /** The axis contains these values even if no row reaches them. */
  include?: readonly number[];
}

const defaultWidth = 640;
/** Below this width, labels are above their rows instead of left of them. */
const minSideLabelWidth = 480;
const axisHeight = 28;
const padding = 28;
const characterWidth = 7.4;
const lineHeight = 17;

/** Positions in pixels, for the width of the screen. */
function layoutOf(width: number) {
  if (width < minSideLabelWidth)
    return { plotStart: padding, rowHeight: 56, labelX: 0, labelY: 14, markY: 40, ticks: 3, labelWidth: width };
  const labelWidth = Math.min(280, Math.round(width * 0.34));
  return {
    plotStart: labelWidth + padding / 2,
    rowHeight: 44,
    labelX: labelWidth - 12,
    labelY: 22,
    markY: 22,
    ticks: 5,
    labelWidth: labelWidth - 12,
  };
}

/** Lowest and highest value of the axis, with space at both ends. */
export function axisRange(rows: readonly IntervalRow[], include: readonly number[] = []): [number, number] {
  const values = rows.flatMap(({ value, interval, reference }) => [value, ...(interval ?? []), reference ?? value]);
  const all = [...values, ...include];
  const low = Math.min(...all);
  const high = Math.max(...all);
  const margin = (high - low || Math.abs(high) || 1) * 0.05;
  return [low - margin, high + margin];
}

/** Round values on the axis: multiples of 1, 2 or 5 times a power of ten. */
export function ticksOf([low, high]: readonly [number, number], count = 5): number[] {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough;
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step);
  // Adding 0 turns −0 into 0.
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step + 0);
}

/** One line for each row: its interval, a filled mark at the value, a hollow mark at the reference. */
export function IntervalChart({ title, rows, format, include = [] }: IntervalChartProps) {
  const id = useId();
  const [frame, width] = useWidth(defaultWidth);
  const { plotStart, rowHeight, labelX, labelY, markY, ticks, labelWidth } = layoutOf(width);
  const isNarrow = width < minSideLabelWidth;
  const range = axisRange(rows, include);
  const x = (value: number) => plotStart + ((value - range[0]) / (range[1] - range[0])) * (width - plotStart - padding);
  const height = rows.length * rowHeight + axisHeight;
  return (
    <div className="interval-chart" ref={frame}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={id} data-narrow={isNarrow}>
        <title id={id}>{title}</title>
        {ticksOf(range, ticks).map((tick) => (
          <g key={tick} className={tick === 0 ? 'zero' : undefined}>
            <line className="grid" x1={x(tick)} x2={x(tick)} y1={0} y2={height - axisHeight} />
            <text className="tick" x={x(tick)} y={height - 8}>
              {format(tick)}
            </text>
          </g>
        ))}
        {rows.map(({ label, value, interval, reference }, index) => {
          const y = index * rowHeight + markY;
          return (
            <g key={index}>
              <Label
                label={label}
                lines={isNarrow ? 1 : undefined}
                x={labelX}
                y={index * rowHeight + labelY}
                width={labelWidth}
              />
              {interval && <line className="interval" x1={x(interval[0])} x2={x(interval[1])} y1={y} y2={y} />}
              {reference !== undefined && <circle className="reference" cx={x(reference)} cy={y} r={6} />}
              <circle className="value" cx={x(value)} cy={y} r={6} />
            </g>
          );
        })}
      </svg>
    </div>
  );
}

interface LabelProps {
  label: string;
  /** Undefined: as many lines as the label needs. */
  lines: number | undefined;
  x: number;
  y: number;
  width: number;
}

function Label({ label, lines, x, y, width }: LabelProps) {
  const shown = labelLines(label, Math.floor(width / characterWidth)).slice(0, lines);
  const top = y - ((shown.length - 1) * lineHeight) / 2;
  return (
    <text className="label">
      {shown.map((line, index) => (
        <tspan key={index} x={x} y={top + index * lineHeight}>
          {line}
        </tspan>
      ))}
      <title>{label}</title>
    </text>
  );
}
