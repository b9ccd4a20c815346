import { useMemo } from 'react';
import { figure, row, outsideParts } from '../../../../src/simulations/view/blocks';
import { Figure, lineSeries, type Chart, type FigureBlock } from '../../figures/figure';
import { figureFormat } from '../../results/figure';
import type { Parameter } from '../../parameter-form/parameters';
import {
  axisLabel,
  compareValues,
  numberFormat,
  pointValue,
  type FigureName,
  type ShownFigures,
  type ShownValue,
} from './sweep-points';

/** One line for each figure over the values of a number, or its intervals for each option. */
export function SweepCurve({ parameter, shown }: { parameter: Parameter; shown: ShownFigures }) {
  const curve = useMemo(() => {
    const { points, figures, isDifference, valueAt } = shown;
    const ordered = points.toSorted((a, b) => compareValues(a.values[parameter.id], b.values[parameter.id]));
    const rows = ordered.map((point) => ({
      at: point.values[parameter.id] ?? '',
      values: figures.map(({ id }) => valueAt(point, id)),
    }));
    return curveFigure({ parameter, figures, rows, isDifference });
  }, [parameter, shown]);
  const { figures } = shown;
  return (
    <>
      <Figure figure={curve} />
      {figures.length > lineSeries.length && (
        <p className="muted">
          The chart shows the first {lineSeries.length} of {figures.length} results. The table has all.
        </p>
      )}
    </>
  );
}

interface Curves {
  parameter: Parameter;
  figures: readonly FigureName[];
  /** The value of each figure at each value of the parameter. */
  rows: readonly { at: number | string; values: readonly (ShownValue | undefined)[] }[];
  isDifference: boolean;
}

/** The curves of figures with the same unit over one parameter. */
export function curveFigure({ parameter, figures, rows, isDifference }: Curves): FigureBlock {
  const curves = figures.slice(0, lineSeries.length).map((one, index) => ({ ...one, series: lineSeries[index]! }));
  const [first = { kind: 'share', unit: '', id: '', label: '' } as const] = curves;
  const write = figureFormat(first, isDifference);
  const axis = axisLabel(parameter);
  const positions = rows.map(({ at }) => at);
  const shared = {
    format: numberFormat(first, isDifference),
    series: curves.map(({ series: id, label }) => ({ id, label })),
  };
  const chart: Chart = positions.every((at) => typeof at === 'number')
    ? {
        ...shared,
        type: 'curves',
        axis,
        lines: curves.map(({ series }, index) => ({
          series,
          points: rows.flatMap(({ at, values }) => {
            const own = values[index];
            return own ? [{ step: Number(at), value: own.value, interval: own.interval }] : [];
          }),
        })),
        marked: typeof parameter.default === 'number' ? { step: parameter.default, label: 'Default' } : null,
        outside: outsideParts(parameter.calibratedRange, [Math.min(...positions), Math.max(...positions)]),
      }
    : {
        ...shared,
        type: 'intervals',
        axis: first.kind === 'share' ? 'Share of agents' : first.unit,
        is_difference: isDifference,
        rows: rows.map(({ at, values }) => ({
          label: pointValue(parameter, at),
          values: curves.flatMap(({ series }, index) => {
            const own = values[index];
            return own ? [{ series, value: own.value, interval: own.interval }] : [];
          }),
        })),
      };
  const labels = curves.map(({ label }) => label);
  return figure(
    `${labels.join(', ')} by ${parameter.label}`,
    chart,
    [axis, ...labels],
    rows.map(({ at, values }) =>
      row(
        pointValue(parameter, at),
        ...values
          .slice(0, curves.length)
          .map((own) => (own ? { text: write.value(own.value), detail: write.interval(own.interval) } : '–')),
      ),
    ),
  );
}
