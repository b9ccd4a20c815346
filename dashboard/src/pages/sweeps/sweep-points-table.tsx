import { Link } from 'react-router';
import { DataTable, type Column } from '../../components/data-table';
import { figureFormat } from '../../format/figures';
import type { Parameter } from '../../parameter-form';
import { pointValue, type ShownFigures, type SweepPoint } from './sweep-points';

/** One row for each completed point: the values of the parameters, and the figures with their intervals. */
export function SweepPointsTable({
  parameters,
  points,
  figures,
  isDifference,
}: ShownFigures & { parameters: readonly Parameter[] }) {
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
        cell: ({ figures: byId }: SweepPoint) => {
          const cell = byId[figure.id];
          if (!cell) return 'unknown';
          return (
            <>
              {format.value(isDifference ? cell.difference : cell.value)}
              <br />
              <span className="small muted">
                {format.interval(isDifference ? cell.differenceInterval : cell.interval)}
              </span>
            </>
          );
        },
        sortBy: ({ figures: byId }: SweepPoint) =>
          (isDifference ? byId[figure.id]?.difference : byId[figure.id]?.value) ?? 0,
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
        95% intervals are below the values. All points have the same agents with the same random errors, so differences
        between points result only from the parameters.
      </p>
    </>
  );
}
