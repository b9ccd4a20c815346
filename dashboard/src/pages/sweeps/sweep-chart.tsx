import { Link } from 'react-router';
import type { components } from '../../api/types';
import { DataTable, type Column } from '../../components/data-table';
import { figureFormat } from '../../format/figures';
import type { Parameter } from '../../parameter-form';
import { SweepCurve } from './sweep-curve';
import { SweepHeatMap } from './sweep-heat-map';
import { pointValue, type ShownFigures, type SweepPoint } from './sweep-points';

interface SweepChartProps {
  sweep: components['schemas']['SweepWithPoints'];
  /** One or two. */
  parameters: readonly Parameter[];
  shown: ShownFigures;
}

/** A curve over one parameter, or a heat map of two, and a table of all points. */
export function SweepChart({ sweep, parameters, shown }: SweepChartProps) {
  const [first, second] = parameters;
  if (!first) return null;
  const table = <PointsTable parameters={parameters} shown={shown} />;
  if (!second)
    return (
      <>
        <SweepCurve parameter={first} shown={shown} />
        {table}
      </>
    );
  return (
    <>
      <SweepHeatMap across={first} down={second} sweep={sweep} shown={shown} />
      <details className="panel">
        <summary>All points with intervals</summary>
        {table}
      </details>
    </>
  );
}

/** One row for each completed point: the values of the parameters, and the figures with their intervals. */
function PointsTable({ parameters, shown }: Pick<SweepChartProps, 'parameters' | 'shown'>) {
  const { points, figures, isDifference, valueAt } = shown;
  const columns: Column<SweepPoint>[] = [
    ...parameters.map((parameter) => ({
      id: `parameter ${parameter.id}`,
      header: parameter.label,
      cell: ({ values, simulationId }: SweepPoint) => (
        <Link to={`/simulations/${simulationId}`} dir="auto">
          {pointValue(parameter, values[parameter.id] ?? '')}
        </Link>
      ),
      sortBy: ({ values }: SweepPoint) => values[parameter.id] ?? '',
    })),
    ...figures.map((figure) => {
      const format = figureFormat(figure, isDifference);
      return {
        id: `figure ${figure.id}`,
        header: figure.label,
        numeric: true,
        cell: (point: SweepPoint) => {
          const own = valueAt(point, figure.id);
          if (!own) return 'unknown';
          return (
            <>
              {format.value(own.value)}
              <br />
              <span className="small muted">{format.interval(own.interval)}</span>
            </>
          );
        },
        sortBy: (point: SweepPoint) => valueAt(point, figure.id)?.value ?? 0,
      };
    }),
  ];
  return (
    <>
      <DataTable
        caption={`Points of the sweep${isDifference ? ', as differences from the baseline' : ''}`}
        rows={points}
        rowKey={({ index }) => String(index)}
        columns={columns}
      />
      <p className="small muted">
        95% intervals are below the values, unless stated otherwise. All points have the same agents with the same
        random errors, so differences between points result only from the parameters.
      </p>
    </>
  );
}
