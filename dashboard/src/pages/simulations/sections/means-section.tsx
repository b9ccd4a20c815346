import { ChartKey } from '../../../charts/chart-key';
import { IntervalChart } from '../../../charts/interval-chart';
import { DataTable, type Column } from '../../../components/data-table';
import { figuresOf, type Figure } from '../../../results/figure';
import {
  formatDifference,
  formatDifferenceInterval,
  formatValue,
  formatValueInterval,
} from '../../../results/format-figure';
import type { ResultInput } from './result-input';
import { Section } from './section';

const withUnit = (unit: string, text: string) => (unit === 'share' ? text : `${text} ${unit}`);

const valueColumns: Column<Figure>[] = [
  { id: 'label', header: 'Measure', cell: ({ label }) => <span dir="auto">{label}</span> },
  { id: 'value', header: 'Mean', numeric: true, cell: ({ unit, value }) => withUnit(unit, formatValue(unit, value)) },
  {
    id: 'interval',
    header: '95% interval',
    numeric: true,
    cell: ({ unit, interval }) => formatValueInterval(unit, interval),
  },
];
const columns: Column<Figure>[] = [
  ...valueColumns,
  {
    id: 'baseline',
    header: 'Baseline',
    numeric: true,
    cell: ({ unit, baseline }) => withUnit(unit, formatValue(unit, baseline)),
  },
  {
    id: 'difference',
    header: 'Difference',
    numeric: true,
    cell: ({ unit, difference }) => <strong>{formatDifference(unit, difference)}</strong>,
  },
  {
    id: 'difference-interval',
    header: '95% interval of the difference',
    numeric: true,
    cell: ({ unit, differenceInterval }) => formatDifferenceInterval(unit, differenceInterval),
  },
];

/** The means of the measures. Each has its own unit, so each has its own axis. */
export function MeansSection({ summary, headline: { figure, isBaseline } }: ResultInput) {
  const { means } = figuresOf(summary, figure.id);
  if (means.length === 0) return null;
  return (
    <Section
      title={isBaseline ? 'Means' : 'Means compared with the baseline'}
      intro={`Each value is a mean over the agents, with its unit. ${spreadText(summary)}`}
    >
      <ChartKey hasReference={!isBaseline} />
      {means.map(({ id, label, unit, value, interval, baseline }) => (
        <IntervalChart
          key={id}
          title={`${label}, with 95% interval`}
          rows={[
            {
              label: unit === 'share' ? label : `${label} (${unit})`,
              value,
              interval,
              ...(!isBaseline && { reference: baseline }),
            },
          ]}
          format={(tick) => formatValue(unit, tick)}
          include={[0]}
        />
      ))}
      <DataTable caption="Means" columns={isBaseline ? valueColumns : columns} rows={means} rowKey={({ id }) => id} />
    </Section>
  );
}

function spreadText({ measures: [first] }: ResultInput['summary']): string {
  if (!first) return '';
  const [low, high] = first.tenth_to_ninetieth_percentile as [number, number];
  const format = (value: number) => formatValue(first.unit, value);
  return `${first.label}: half of the agents are at or below ${format(first.median)}, and eight of ten agents are between ${format(low)} and ${format(high)}.`;
}
