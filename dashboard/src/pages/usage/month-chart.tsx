import type { FigureBlock } from '../../figures/figure';
import type { UsageReport } from './plan-limits';
import { formatCount } from '../../format/numbers';

export interface MonthUsage {
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

const short = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

const formatMonthShort = (start: Date): string => short.format(start);
export const formatMonth = (start: Date): string => long.format(start);

/** The chart of a file. */
export function monthFigure(months: readonly MonthUsage[]): FigureBlock {
  const bars = months.map(({ start, simulations }) => ({
    ...{ label: formatMonth(start), value: simulations, text: formatCount(simulations) },
  }));
  const title = 'Simulations per month (UTC)';
  const table = { caption: title, head: [], rows: [] };
  return { type: 'figure', title, chart: { type: 'bars', axis: 'Simulations', format: 'number', bars }, table };
}

interface MonthChartProps {
  months: readonly MonthUsage[];
  limit: number;
}

/** From this share of the limit, the chart ends at the limit and shows it. */
const nearShare = 0.25;

/** One bar for each month, and the monthly limit if the usage is near it. */
export function MonthChart({ months, limit }: MonthChartProps) {
  const most = Math.max(...months.map(({ simulations }) => simulations));
  const showsLimit = most >= limit * nearShare;
  // After a change to a smaller plan, a month can have more than the limit.
  const top = Math.max(showsLimit ? limit : 0, most, 1);
  return (
    <figure className="usage-chart">
      <div className="usage-bars" aria-hidden="true">
        {showsLimit && (
          <span className="usage-limit" style={{ bottom: `${(limit / top) * 100}%` }}>
            <span>Limit {formatCount(limit)}</span>
          </span>
        )}
        {months.map(({ start, simulations }, index) => (
          <div
            key={start.toISOString()}
            className="usage-month"
            title={`${formatMonth(start)}: ${formatCount(simulations)}`}
          >
            {simulations > 0 && <span className="usage-count">{formatCount(simulations)}</span>}
            <span
              className="usage-bar"
              data-current={index === months.length - 1}
              style={{ height: `${(simulations / top) * 100}%` }}
            />
          </div>
        ))}
      </div>
      <div className="usage-labels" aria-hidden="true">
        {months.map(({ start }) => (
          <span key={start.toISOString()}>{formatMonthShort(start)}</span>
        ))}
      </div>
      <figcaption className="small muted">Simulations per month (UTC). The table has the same numbers.</figcaption>
    </figure>
  );
}
