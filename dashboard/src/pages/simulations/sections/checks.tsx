import { ChartKey } from '../../../charts/chart-key';
import { IntervalChart } from '../../../charts/interval-chart';
import { DataTable, type Column } from '../../../components/data-table';
import {
  formatDifference,
  formatDifferenceInterval,
  formatValue,
  formatValueInterval,
} from '../../../results/format-figure';
import type { HeldOutCheck } from '../../../results/held-out';

const text = ({ unit, isDifference }: HeldOutCheck, value: number) =>
  isDifference ? formatDifference(unit, value) : formatValue(unit, value);

const columns: Column<HeldOutCheck>[] = [
  { id: 'label', header: 'In held-out data', cell: ({ label }) => <span dir="auto">{label}</span> },
  { id: 'observed', header: 'Observed', numeric: true, cell: (one) => text(one, one.observed) },
  {
    id: 'interval',
    header: '95% interval',
    numeric: true,
    cell: ({ unit, observedInterval, isDifference }) =>
      (isDifference ? formatDifferenceInterval : formatValueInterval)(unit, observedInterval),
  },
  { id: 'predicted', header: 'Predicted', numeric: true, cell: (one) => <strong>{text(one, one.predicted)}</strong> },
];

/** Predicted against observed values that were not used for fitting. Values with the same unit share one axis. */
export function Checks({ title, checks }: { title: string; checks: readonly HeldOutCheck[] }) {
  if (checks.length === 0) return null;
  const units = [...new Set(checks.map(({ unit }) => unit))];
  return (
    <div className="stack">
      <h3>{title}</h3>
      <ChartKey hasReference value="Observed, with 95% interval" reference="Predicted by the model" />
      {units.map((unit) => {
        const rows = checks.filter((one) => one.unit === unit);
        return (
          <IntervalChart
            key={unit}
            title={`${title}: observed with 95% intervals, and predicted`}
            rows={rows.map(({ label, observed, observedInterval, predicted }) => ({
              label: unit === 'share' || unit === '' ? label : `${label} (${unit})`,
              value: observed,
              interval: observedInterval,
              reference: predicted,
            }))}
            format={(value) => text(rows[0]!, value)}
            include={[0]}
          />
        );
      })}
      <DataTable caption={title} columns={columns} rows={checks} rowKey={({ key }) => key} />
    </div>
  );
}
