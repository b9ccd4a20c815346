import { useMemo } from 'react';
import { IntervalChart } from '../../../charts/interval-chart';
import { DataTable, type Column } from '../../../components/data-table';
import { formatPoints, formatPointsInterval, formatShare, formatShareInterval } from '../../../format/numbers';
import { figuresOf, type Figure } from '../../../results/figure';
import { noInterval } from '../../../results/format-figure';
import type { ResultInput } from './result-input';
import { Section } from './section';

const columnsOf = (isBaseline: boolean): Column<Figure>[] => [
  {
    id: 'label',
    header: 'Outcome',
    cell: ({ label }) => <span dir="auto">{label}</span>,
    sortBy: ({ label }) => label,
  },
  {
    id: 'value',
    header: 'Share',
    numeric: true,
    cell: ({ value }) => formatShare(value),
    sortBy: ({ value }) => value,
  },
  {
    id: 'interval',
    header: '95% interval',
    numeric: true,
    cell: ({ interval }) => (interval ? formatShareInterval(interval) : noInterval),
  },
  ...(isBaseline ? [] : differenceColumns),
];

const differenceColumns: Column<Figure>[] = [
  { id: 'baseline', header: 'Baseline', numeric: true, cell: ({ baseline }) => formatShare(baseline) },
  {
    id: 'difference',
    header: 'Difference',
    numeric: true,
    cell: ({ difference }) => <strong>{formatPoints(difference)}</strong>,
    sortBy: ({ difference }) => difference,
  },
  {
    id: 'difference-interval',
    header: '95% interval of the difference',
    numeric: true,
    cell: ({ differenceInterval }) => (differenceInterval ? formatPointsInterval(differenceInterval) : noInterval),
  },
];

/** The shares of the outcomes in this scenario and in the baseline. */
export function SharesSection({ summary, headline: { figure, isBaseline } }: ResultInput) {
  const { shares } = figuresOf(summary, figure.id);
  const columns = useMemo(() => columnsOf(isBaseline), [isBaseline]);
  return (
    <Section
      title={isBaseline ? 'Shares' : 'Shares compared with the baseline'}
      intro={`Each share is ${summary.uncertainty.shares === 'expected' ? 'the mean probability' : 'the counted outcomes'} of the agents. The chart shows ${isBaseline ? 'each share' : 'the difference of each share from the baseline'} with its 95% interval, which contains all known errors.`}
    >
      {isBaseline ? (
        <IntervalChart
          title="Share of agents by outcome, with 95% intervals"
          rows={shares}
          format={(value) => `${Math.round(value * 1000) / 10}%`}
          include={[0]}
        />
      ) : (
        <IntervalChart
          title="Difference of each share from the baseline, with 95% intervals"
          rows={shares.map(({ label, difference, differenceInterval }) => ({
            label,
            value: difference,
            interval: differenceInterval,
          }))}
          format={formatPoints}
          include={[0]}
        />
      )}
      <DataTable caption="Shares by outcome" columns={columns} rows={shares} rowKey={({ id }) => id} />
    </Section>
  );
}
