import { useMemo } from 'react';
import { figure, row } from '../../../../src/simulations/view/blocks';
import { outsideParts } from '../../../../src/simulations/view/outside-parts';
import { Figure, lineSeries, type Chart, type FigureBlock } from '../../figures/figure';
import { figureFormat } from '../../format/figures';
import type { Range } from '../../measures/linear-estimate';
import type { Parameter } from '../../parameter-form';
import { axisLabel, compareValues, pointValue, type FigureName, type ShownFigures } from './sweep-points';

/** One line for each figure over the values of a number, or its intervals for each option. */
export function SweepCurve({ parameter, points, figures, isDifference }: ShownFigures & { parameter: Parameter }) {
  const curve = useMemo(() => {
    const ordered = [...points].sort((a, b) => compareValues(a.values[parameter.id], b.values[parameter.id]));
    const curves = figures.slice(0, lineSeries.length).map((one) => ({
      ...one,
      points: ordered.flatMap(({ values, figures: byId }) => {
        const own = byId[one.id];
        if (!own) return [];
        const { value, interval, difference, differenceInterval } = own;
        const at = values[parameter.id] ?? '';
        return [isDifference ? { at, value: difference, interval: differenceInterval } : { at, value, interval }];
      }),
    }));
    return curveFigure(`${curves.map(({ label }) => label).join(', ')} by ${parameter.label}`, {
      parameter,
      curves,
      isDifference,
    });
  }, [parameter, points, figures, isDifference]);
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

interface Curve extends FigureName {
  points: readonly { at: number | string; value: number; interval: Range | null }[];
}

interface Curves {
  parameter: Parameter;
  curves: readonly Curve[];
  isDifference: boolean;
}

/** The curves of figures with the same unit over one parameter. */
export function curveFigure(title: string, { parameter, curves, isDifference }: Curves): FigureBlock {
  const { kind, unit } = curves[0] ?? { kind: 'share', unit: '' };
  const write = figureFormat({ kind, unit }, isDifference);
  const series = curves.map(({ label }, index) => ({ id: lineSeries[index]!, label }));
  const positions = curves[0]?.points.map(({ at }) => at) ?? [];
  const format = kind === 'share' ? (isDifference ? 'points' : 'percent') : isDifference ? 'change' : 'number';
  const axis = axisLabel(parameter);
  const chart: Chart = positions.every((at) => typeof at === 'number')
    ? {
        type: 'curves',
        axis,
        format,
        series,
        lines: curves.map(({ points }, index) => ({
          series: lineSeries[index]!,
          points: points.map(({ at, value, interval }) => ({ step: Number(at), value, interval })),
        })),
        marked: typeof parameter.default === 'number' ? { step: parameter.default, label: 'Default' } : null,
        outside: outsideParts(parameter.calibratedRange, [Math.min(...positions), Math.max(...positions)]),
      }
    : {
        type: 'intervals',
        axis: kind === 'share' ? 'Share of agents' : unit,
        format,
        is_difference: isDifference,
        series,
        rows: positions.map((at, position) => ({
          label: pointValue(parameter, at),
          values: curves.flatMap(({ points }, index) => {
            const point = points[position];
            return point ? [{ series: lineSeries[index]!, value: point.value, interval: point.interval }] : [];
          }),
        })),
      };
  return figure(
    title,
    chart,
    [axis, ...curves.map(({ label }) => label)],
    positions.map((at, index) =>
      row(
        pointValue(parameter, at),
        ...curves.map(({ points }) => {
          const point = points[index];
          return point ? { text: write.value(point.value), detail: write.interval(point.interval) } : '–';
        }),
      ),
    ),
  );
}
