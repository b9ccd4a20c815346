import { useId } from 'react';
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

const width = 640;
const rowHeight = 40;
const labelWidth = 170;
const axisHeight = 28;
const padding = 24;

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
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}

/** One line for each row: its interval, a filled mark at the value, a hollow mark at the reference. */
export function IntervalChart({ title, rows, format, include = [] }: IntervalChartProps) {
  const id = useId();
  const range = axisRange(rows, include);
  const x = (value: number) =>
    labelWidth + ((value - range[0]) / (range[1] - range[0])) * (width - labelWidth - padding);
  const height = rows.length * rowHeight + axisHeight;
  return (
    <svg className="interval-chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={id}>
      <title id={id}>{title}</title>
      {ticksOf(range).map((tick) => (
        <g key={tick} className={tick === 0 ? 'zero' : undefined}>
          <line className="grid" x1={x(tick)} x2={x(tick)} y1={0} y2={height - axisHeight} />
          <text className="tick" x={x(tick)} y={height - 8}>
            {format(tick)}
          </text>
        </g>
      ))}
      {rows.map(({ label, value, interval, reference }, index) => {
        const y = index * rowHeight + rowHeight / 2;
        return (
          <g key={label}>
            <text className="label" x={labelWidth - 12} y={y}>
              {shortened(label)}
              <title>{label}</title>
            </text>
            {interval && <line className="interval" x1={x(interval[0])} x2={x(interval[1])} y1={y} y2={y} />}
            {reference !== undefined && <circle className="reference" cx={x(reference)} cy={y} r={6} />}
            <circle className="value" cx={x(value)} cy={y} r={6} />
          </g>
        );
      })}
    </svg>
  );
}

const maxLabelCharacters = 22;

function shortened(label: string): string {
  const characters = [...label];
  return characters.length <= maxLabelCharacters ? label : `${characters.slice(0, maxLabelCharacters - 1).join('')}…`;
}
