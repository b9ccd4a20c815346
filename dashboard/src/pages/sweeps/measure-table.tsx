import { Link } from 'react-router';
import { DataTable } from '../../components/data-table';
import { figureFormat } from '../../format/figures';
import type { Estimate } from '../../measures/linear-estimate';
import type { Measure } from '../../measures/measure';
import type { Parameter } from '../../parameter-form';
import { pointValue, type SweepPoint } from './sweep-points';

export interface MeasuredPoint {
  point: SweepPoint;
  estimate: Estimate;
}

interface MeasureTableProps {
  measure: Measure;
  rows: readonly MeasuredPoint[];
  parameters: readonly Parameter[];
}

/** The measure at each point, with its interval. */
export function MeasureTable({ measure, rows, parameters }: MeasureTableProps) {
  const format = figureFormat({ kind: 'mean', unit: measure.unit }, false);
  return (
    <DataTable
      caption={`${measure.name} by point`}
      rows={rows}
      rowKey={({ point }) => String(point.index)}
      columns={[
        ...parameters.map((parameter) => ({
          id: parameter.id,
          header: parameter.label,
          cell: ({ point }: MeasuredPoint) => (
            <Link to={`/simulations/${point.simulationId}`} dir="auto">
              {pointValue(parameter, point.values[parameter.id] ?? '')}
            </Link>
          ),
          sortBy: ({ point }: MeasuredPoint) => point.values[parameter.id] ?? '',
        })),
        {
          id: 'value',
          header: `${measure.name} per 1,000 agents`,
          numeric: true,
          cell: ({ estimate }) => format.value(estimate.value),
          sortBy: ({ estimate }) => estimate.value,
        },
        {
          id: 'interval',
          header: intervalLabel(rows),
          numeric: true,
          cell: ({ estimate }) => format.interval(estimate.interval),
        },
      ]}
    />
  );
}

/** A bound that is wider than the 95% interval is named so. */
export function intervalLabel(rows: readonly { estimate: Estimate }[]): string {
  return rows.some(({ estimate }) => estimate.kind === 'conservative') ? 'Conservative bound' : '95% interval';
}
