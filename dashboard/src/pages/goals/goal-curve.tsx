import { useMemo } from 'react';
import { CurveChart, type Curves } from '../../charts/curve-chart';
import { DataTable, type Column } from '../../components/data-table';
import type { Parameter } from '../../parameter-form';
import { intervalOf } from '../../results/figure';
import { formatValue, formatValueInterval } from '../../results/format-figure';
import { Section } from '../simulations/sections/section';
import { axisLabel, axisValue, supportedRange } from '../sweeps/axis';
import { HeatMap } from '../sweeps/sweep-heat-map';
import type { CompletedGoal, GoalResult } from './goal';
import { quantityText, unitOf, type GoalSectionProps, type Names } from './goal-words';

type Point = GoalResult['curve'][number];

/** The objective along one parameter with its band, or on the grid of two parameters. */
export function GoalCurve({ goal, names }: GoalSectionProps) {
  const [first, second] = goal.parameters.flatMap(({ name }) => names.parameter(name) ?? []);
  if (!first || goal.result.curve.length === 0) return null;
  return second ? (
    <Grid across={first} down={second} goal={goal} names={names} />
  ) : (
    <Curve parameter={first} goal={goal} names={names} />
  );
}

function Curve({ parameter, goal, names }: GoalSectionProps & { parameter: Parameter }) {
  const curves = useMemo(() => curvesOf(parameter, goal, names), [parameter, goal, names]);
  const unit = unitOf(names, goal.objective);
  const columns: Column<Point>[] = [
    {
      id: 'x',
      header: axisLabel(parameter),
      numeric: true,
      cell: ({ values }) => axisValue(parameter, values[parameter.id] ?? ''),
    },
    { id: 'value', header: 'Value', numeric: true, cell: ({ value }) => formatValue(unit, value) },
    {
      id: 'interval',
      header: '95% interval',
      numeric: true,
      cell: ({ interval }) => formatValueInterval(unit, intervalOf(interval)),
    },
    ...(goal.constraints.length > 0 ? [feasibleColumn] : []),
  ];
  return (
    <Section
      title="Curve"
      intro={`The ${quantityText(names, goal.objective)} by ${parameter.label}. The band is the 95% interval.`}
    >
      <CurveChart curves={curves} />
      <details className="panel">
        <summary>All values with intervals</summary>
        <DataTable
          caption="Values of the curve"
          columns={columns}
          rows={goal.result.curve}
          rowKey={({ values }) => String(values[parameter.id])}
        />
      </details>
    </Section>
  );
}

const feasibleColumn: Column<Point> = {
  id: 'feasible',
  header: 'Constraints satisfied',
  cell: ({ is_feasible: isFeasible }) => (isFeasible ? 'yes' : 'no'),
};

function curvesOf(parameter: Parameter, { objective, result }: CompletedGoal, names: Names): Curves {
  const unit = unitOf(names, objective);
  const quantity = quantityText(names, objective);
  return {
    title: `The ${quantity} by ${parameter.label}. The table has all values.`,
    xLabel: axisLabel(parameter),
    formatX: (value) => axisValue(parameter, value),
    formatY: (value) => formatValue(unit, value),
    ...supportedRange(parameter),
    ...(result.arguments[0] && { reference: { x: result.arguments[0].value, label: 'Result' } }),
    series: [
      {
        label: quantity,
        points: result.curve.map(({ values, value, interval }) => ({
          x: values[parameter.id] ?? 0,
          value,
          interval: intervalOf(interval),
        })),
      },
    ],
  };
}

function Grid({ across, down, goal, names }: GoalSectionProps & { across: Parameter; down: Parameter }) {
  const { curve } = goal.result;
  const unit = unitOf(names, goal.objective);
  const valuesOf = ({ id }: Parameter) => [...new Set(curve.map(({ values }) => values[id] ?? 0))];
  const infeasible = curve.filter(({ is_feasible: isFeasible }) => !isFeasible).length;
  return (
    <Section
      title="Heat map"
      intro={`The search continues between these values, so the result can be between two cells.${infeasible > 0 ? ' Cells with “–” violate a constraint.' : ''}`}
    >
      <HeatMap
        title={`The ${quantityText(names, goal.objective)}, by ${across.label} and ${down.label}`}
        across={across}
        down={down}
        sweep={{ parameters: [across, down].map((one) => ({ name: one.id, values: valuesOf(one) })) }}
        points={curve}
        read={({ value, is_feasible: isFeasible }) => (isFeasible ? value : undefined)}
        format={(value) => formatValue(unit, value)}
      />
    </Section>
  );
}
