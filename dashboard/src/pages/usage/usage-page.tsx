import { Link } from 'react-router';
import { limits, planOf, type UsageReport } from './plan-limits';
import { DataTable } from '../../components/data-table';
import { Notice } from '../../components/notice';
import { useUsage } from '../../run-simulation/use-run-form';
import { Page } from '../../components/page';
import { ChartFiles } from '../../figures/chart-files';
import { formatCount, formatDate } from '../../format/format';
import { figure, row } from '../../../../src/simulations/view/blocks';
import type { FigureBlock } from '../../figures/figure';
import { Loaded } from '../../components/states';
import './usage.css';

/** Each limit of the plan: its value, its meaning and its renewal. */
function LimitTable({ report }: { report: UsageReport }) {
  const plan = planOf(report);
  return (
    <DataTable
      caption="Limits of the plan"
      rows={plan ? limits : []}
      rowKey={({ name }) => name}
      columns={[
        { header: 'Limit', cell: ({ label }) => label },
        { header: 'Value', numeric: true, cell: ({ name, format }) => plan && format(plan[name]) },
        { header: 'Meaning', cell: ({ meaning }) => <div className="cell">{meaning}</div> },
        { header: 'Renewal', cell: ({ renewal }) => <div className="cell">{renewal}</div> },
      ]}
    />
  );
}

export default function UsagePage() {
  const usage = useUsage();
  return (
    <Page
      title="Usage and limits"
      actions={
        usage.data && (
          <Link to="/organization">
            Plan: <strong>{usage.data.plan_tier}</strong>
          </Link>
        )
      }
    >
      <Loaded query={usage} lines={6}>
        {(report) => (
          <>
            <Quota report={report} />
            <Months report={report} />
            <section className="stack">
              <h2>Limits of the plan</h2>
              <LimitTable report={report} />
            </section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Quota({ report }: { report: UsageReport }) {
  const { simulations_this_period: used, simulation_limit: limit, period_end, tier } = report;
  const left = Math.max(limit - used, 0);
  return (
    <section className="panel stack" aria-labelledby="quota">
      <h2 id="quota">This month in the {tier} tier</h2>
      <p className="usage-figure">
        <strong>{formatCount(used)}</strong> of {formatCount(limit)} simulations used
      </p>
      <div
        className="usage-meter"
        role="meter"
        aria-label="Simulations used this month"
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={`${formatCount(used)} of ${formatCount(limit)}`}
        data-full={left === 0}
      >
        <span style={{ width: `${Math.min(used / limit, 1) * 100}%` }} />
      </div>
      <p className="muted">
        {formatCount(left)} left. The quota renews on <time dateTime={period_end}>{formatDate(period_end)}</time>. Total
        of all months: {formatCount(report.simulations_lifetime)}.
      </p>
      {left === 0 && (
        <Notice kind="warning" title="The quota of this month is used up">
          <p>
            New simulations are rejected until {formatDate(period_end)}. A <Link to="/organization">larger plan</Link>{' '}
            applies immediately.
          </p>
        </Notice>
      )}
    </section>
  );
}

function Months({ report }: { report: UsageReport }) {
  const months = lastMonths(report);
  const highest = Math.max(1, ...months.map(({ simulations }) => simulations));
  return (
    <section className="stack">
      <h2>Last 12 months</h2>
      <DataTable
        caption="Simulations per month"
        rows={months.toReversed()}
        rowKey={({ start }) => start.toISOString()}
        columns={[
          { header: 'Month (UTC)', cell: ({ start }) => formatMonth(start) },
          { header: 'Simulations', numeric: true, cell: ({ simulations }) => formatCount(simulations) },
          {
            header: 'Share of the highest month',
            cell: ({ simulations }) => (
              <div className="bar usage-bar" aria-hidden="true">
                <span style={{ width: `${(100 * simulations) / highest}%` }} />
              </div>
            ),
          },
        ]}
      />
      <ChartFiles figure={monthFigure(months)} />
      <p className="small muted">The plan includes {formatCount(report.simulation_limit)} simulations per month.</p>
    </section>
  );
}

interface MonthUsage {
  /** First day of the month in UTC. */
  start: Date;
  simulations: number;
}

const shownMonths = 12;

/** The last 12 months, oldest first. Months without usage have 0. */
export function lastMonths({ period_start, months }: UsageReport): MonthUsage[] {
  const current = new Date(period_start);
  const used = new Map(months.map(({ month, simulations }) => [month, simulations]));
  return Array.from({ length: shownMonths }, (_, index) => {
    const start = new Date(Date.UTC(current.getUTCFullYear(), current.getUTCMonth() - (shownMonths - 1) + index));
    return { start, simulations: used.get(start.toISOString().slice(0, 7)) ?? 0 };
  });
}

const long = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

const formatMonth = (start: Date): string => long.format(start);

/** The chart of a file. */
export function monthFigure(months: readonly MonthUsage[]): FigureBlock {
  const bars = months.map(({ start, simulations }) => ({
    ...{ label: formatMonth(start), value: simulations, text: formatCount(simulations) },
  }));
  const title = 'Simulations per month (UTC)';
  const rows = bars.toReversed().map(({ label, text }) => row(label, text));
  return figure(title, { type: 'bars', axis: 'Simulations', format: 'number', bars }, ['Month', 'Simulations'], rows);
}
