import type { CSSProperties } from 'react';
import type { components } from '../../api/client';
import { ChartFiles } from '../../figures/chart-files';
import type { Chart, FigureBlock } from '../../figures/figure';
import { figureFormat } from '../../results/figure';
import type { Parameter } from '../../parameter-form/parameters';
import { axisLabel, numberFormat, pointValue, type ShownFigures } from './sweep-points';

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

interface SweepHeatMapProps {
  across: Parameter;
  down: Parameter;
  sweep: components['schemas']['SweepWithPoints'];
  shown: ShownFigures;
}

/** The first figure at each pair of values. Each cell has its value as text, and a stronger color for a larger value. */
export function SweepHeatMap({ across, down, sweep, shown }: SweepHeatMapProps) {
  const { points, figures, isDifference, valueAt } = shown;
  const [figure] = figures;
  if (!figure) return null;
  const title = `${figure.label}${isDifference ? ', difference from the baseline' : ''}, by ${across.label} and ${down.label}`;
  const { value: write } = figureFormat(figure, isDifference);
  const valuesOf = ({ id }: Parameter) => sweep.parameters.find(({ name }) => name === id)?.values ?? [];
  const cells = points.flatMap((point): Cell[] => {
    const own = valueAt(point, figure.id);
    const { [across.id]: x = '', [down.id]: y = '' } = point.values;
    return own ? [{ x, y, value: own.value }] : [];
  });
  const values = cells.map(({ value }) => value);
  return (
    <div className="stack">
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
                  const own = cells.find((cell) => cell.x === x && cell.y === y);
                  return (
                    <td key={x} style={own && heatStyle(own.value, values)}>
                      {own ? write(own.value) : '–'}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ChartFiles figure={heatFigure(title, { across, down, cells, format: numberFormat(figure, isDifference) })} />
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
