import { useMemo } from 'react';
import { CurveChart, type Curves } from '../../charts/curve-chart';
import { figureFormat } from '../../format/figures';
import type { Parameter } from '../../parameter-form';
import { axisLabel, axisValue, compareValues, supportedRange } from './axis';
import type { ShownFigures } from './sweep-points';

/** One line for each figure, over the values of one parameter. */
export function SweepCurve({ parameter, points, figures, isDifference }: ShownFigures & { parameter: Parameter }) {
  const curves = useMemo((): Curves => {
    const format = figureFormat(figures[0] ?? { kind: 'share', unit: '' }, isDifference);
    const ordered = [...points].sort((a, b) => compareValues(a.values[parameter.id], b.values[parameter.id]));
    return {
      title: `${figures.map(({ label }) => label).join(', ')} by ${parameter.label}. The table has all values.`,
      xLabel: axisLabel(parameter),
      formatX: (value) => axisValue(parameter, value),
      formatY: format.value,
      reference: { x: parameter.default, label: 'Default' },
      ...supportedRange(parameter),
      series: figures.map(({ id, label }) => ({
        label,
        points: ordered.flatMap(({ values, figures: byId }) => {
          const figure = byId[id];
          if (!figure) return [];
          const { value, interval, difference, differenceInterval } = figure;
          const y = isDifference ? { value: difference, interval: differenceInterval } : { value, interval };
          return [{ x: values[parameter.id] ?? '', ...y }];
        }),
      })),
    };
  }, [parameter, points, figures, isDifference]);
  return <CurveChart curves={curves} />;
}
