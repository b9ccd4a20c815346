import { formatCount } from '../../format/numbers';
import { formatMonth, formatMonthShort, type MonthUsage } from './months';

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
  const top = Math.max(showsLimit ? limit : most, 1);
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
