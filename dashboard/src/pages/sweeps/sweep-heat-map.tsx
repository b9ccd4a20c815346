import type { CSSProperties } from 'react';
import type { components } from '../../api/types';
import { ChartFiles } from '../../figures/chart-files';
import type { Chart, FigureBlock } from '../../figures/figure';
import { figureFormat } from '../../format/figures';
import type { Scenario } from '../../measures/measure';
import type { Parameter } from '../../parameter-form';
import { axisLabel, pointValue, type ShownFigures, type SweepPoint } from './sweep-points';

/** The palest and the strongest color, as a share of the full color. Text stays readable on both. */
const palest = 0.06;
const strongest = 0.45;

/**
 * Strength of the color of a cell. Values on both sides of zero have two colors, with the strength of their distance from zero.
 * Values on one side have one color, from the lowest to the highest value.
 */
export function heatOf(value: number, values: readonly number[]): { strength: number; isNegative: boolean } {
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (low < 0 && high > 0) {
    const share = Math.abs(value) / Math.max(-low, high);
    return { strength: palest + (strongest - palest) * share, isNegative: value < 0 };
  }
  const share = high > low ? (value - low) / (high - low) : 0.5;
  return { strength: palest + (strongest - palest) * share, isNegative: high <= 0 && low < 0 };
}

interface SweepHeatMapProps extends ShownFigures {
  across: Parameter;
  down: Parameter;
  sweep: components['schemas']['SweepWithPoints'];
}

/** The first figure at each pair of values. Each cell has its value as text, and a stronger color for a larger value. */
export function SweepHeatMap({ across, down, sweep, points, figures, isDifference }: SweepHeatMapProps) {
  const [figure] = figures;
  if (!figure) return null;
  const isShare = figure.kind === 'share';
  const format = figureFormat(figure, isDifference);
  const read = ({ figures: byId }: SweepPoint) => (isDifference ? byId[figure.id]?.difference : byId[figure.id]?.value);
  return (
    <HeatMap
      title={`${figure.label}${isDifference ? ', difference from the baseline' : ''}, by ${across.label} and ${down.label}`}
      across={across}
      down={down}
      sweep={sweep}
      points={points}
      read={read}
      format={format.value}
      numbers={isShare ? (isDifference ? 'points' : 'percent') : isDifference ? 'change' : 'number'}
    />
  );
}

interface HeatMapProps<Point> {
  title: string;
  across: Parameter;
  down: Parameter;
  /** The values of both parameters. */
  sweep: { parameters: readonly { name: string; values: readonly (number | string)[] }[] };
  points: readonly Point[];
  read: (point: Point) => number | undefined;
  format: (value: number) => string;
  /** Default: the chart is not saved. */
  numbers?: Chart['format'];
}

export function HeatMap<Point extends { values: Scenario }>({
  title,
  across,
  down,
  sweep,
  points,
  read,
  format,
  numbers,
}: HeatMapProps<Point>) {
  const valuesOf = ({ id }: Parameter) => sweep.parameters.find(({ name }) => name === id)?.values ?? [];
  const values = points.flatMap((point) => read(point) ?? []);
  const cell = (x: number | string, y: number | string) =>
    points.find((point) => point.values[across.id] === x && point.values[down.id] === y);
  const table = (
    <div className="table-scroll" role="region" aria-label={title} tabIndex={0}>
      <table className="sweeps-heat-map">
        <caption dir="auto">{title}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span dir="auto">{down.label} ↓</span> <span dir="auto">{across.label} →</span>
            </th>
            {valuesOf(across).map((x) => (
              <th key={x} scope="col" dir="auto">
                {pointValue(across, x)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {valuesOf(down).map((y) => (
            <tr key={y}>
              <th scope="row" dir="auto">
                {pointValue(down, y)}
              </th>
              {valuesOf(across).map((x) => {
                const point = cell(x, y);
                const value = point && read(point);
                return (
                  <td key={x} style={value === undefined ? undefined : heatStyle(value, values)}>
                    {value === undefined ? '–' : format(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
  if (!numbers) return table;
  const cells = valuesOf(down).flatMap((y) =>
    valuesOf(across).flatMap((x): Cell[] => {
      const point = cell(x, y);
      const value = point && read(point);
      return value === undefined ? [] : [{ x, y, value }];
    }),
  );
  return (
    <div className="stack">
      {table}
      <ChartFiles figure={heatFigure(title, { across, down, cells, format: numbers })} />
    </div>
  );
}

interface Cell {
  x: number | string;
  y: number | string;
  value: number;
}

interface Cells {
  across: Parameter;
  down: Parameter;
  cells: readonly Cell[];
  format: Chart['format'];
}

/** The chart of a file: a map of two numbers, or a row for each cell if a parameter has options. */
export function heatFigure(title: string, { across, down, cells, format }: Cells): FigureBlock {
  const isMap = across.kind === 'number' && down.kind === 'number';
  const chart: Chart = isMap
    ? {
        ...{ type: 'heat_map', format, marked: null, x_axis: axisLabel(across), y_axis: axisLabel(down) },
        cells: cells.map(({ x, y, value }) => ({ x: Number(x), y: Number(y), value, is_feasible: true })),
      }
    : {
        ...{ type: 'intervals', format, axis: title, is_difference: format === 'points' || format === 'change' },
        series: [{ id: 'scenario', label: title }],
        rows: cells.map(({ x, y, value }) => ({
          label: `${down.label}: ${pointValue(down, y)}; ${across.label}: ${pointValue(across, x)}`,
          values: [{ series: 'scenario', value, interval: null }],
        })),
      };
  return { type: 'figure', title, chart, table: { caption: title, head: [], rows: [] } };
}

function heatStyle(value: number, values: readonly number[]): CSSProperties {
  const { strength, isNegative } = heatOf(value, values);
  return {
    '--heat': `${Math.round(strength * 100)}%`,
    '--heat-color': isNegative ? 'var(--series-2)' : 'var(--series-1)',
  } as CSSProperties;
}
