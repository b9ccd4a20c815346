import { limits, planOf, type UsageReport, usageQuery } from './plan-limits';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { Loaded } from '../../components/states';
import { ChartFiles } from '../../figures/chart-files';
import { formatDate } from '../../format/dates';
import { formatCount } from '../../format/numbers';
import { MonthChart, formatMonth, monthFigure, lastMonths, type MonthUsage } from './month-chart';
import './usage.css';

/** Each limit of the plan: its value, its meaning and its renewal. */
function LimitTable({ report }: { report: UsageReport }) {
  const plan = planOf(report);
  return (
    <div className="table-scroll" role="region" aria-label="Limits of the plan" tabIndex={0}>
      <table className="table usage-limits">
        <caption className="visually-hidden">Limits of the plan</caption>
        <thead>
          <tr>
            <th scope="col">Limit</th>
            <th scope="col" className="number">
              Value
            </th>
            <th scope="col">Meaning</th>
            <th scope="col">Renewal</th>
          </tr>
        </thead>
        <tbody>
          {plan &&
            limits.map(({ name, label, format, meaning, renewal }) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td className="number">{format(plan[name])}</td>
                <td>{meaning}</td>
                <td>{renewal}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

export default function UsagePage() {
  const usage = useQuery(usageQuery);
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
    <section className="panel stack usage-quota" aria-labelledby="quota">
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
  return (
    <section className="stack">
      <h2>Last 12 months</h2>
      <div className="usage-months">
        <div>
          <MonthChart months={months} limit={report.simulation_limit} />
          <ChartFiles figure={monthFigure(months)} />
        </div>
        <MonthTable months={months} />
      </div>
    </section>
  );
}

function MonthTable({ months }: { months: readonly MonthUsage[] }) {
  return (
    <div className="table-scroll usage-table" role="region" aria-label="Simulations per month" tabIndex={0}>
      <table className="table">
        <caption className="visually-hidden">Simulations per month</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col" className="number">
              Simulations
            </th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(({ start, simulations }) => (
            <tr key={start.toISOString()}>
              <td>{formatMonth(start)}</td>
              <td className="number">{formatCount(simulations)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
