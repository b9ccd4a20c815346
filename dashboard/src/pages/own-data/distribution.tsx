import { formatCount, formatNumber, formatPercent } from '../../format/numbers';
import type { Column } from './dataset';

const width = 120;
const height = 30;
const maxValues = 3;

/** How the values of a column are distributed: a histogram of numbers, or the most frequent values. */
export function Distribution({ column, rows }: { column: Column; rows: number }) {
  const { type, histogram, range } = column;
  if (histogram && range && type !== 'binary')
    return (
      <div className="own-data-distribution">
        <Histogram name={column.name} bins={histogram} range={range} />
        <span className="small muted">
          {formatNumber(range.minimum)} to {formatNumber(range.maximum)}, median {formatNumber(range.median)}
        </span>
      </div>
    );
  return type === 'binary' || type === 'category' || type === 'constant' ? (
    <Shares column={column} rows={rows} />
  ) : (
    <span className="small muted own-data-examples" dir="auto">
      {column.examples
        .slice(0, maxValues)
        .map(({ value }) => value)
        .join(', ')}
    </span>
  );
}

interface HistogramProps {
  name: string;
  bins: NonNullable<Column['histogram']>;
  range: NonNullable<Column['range']>;
}

function Histogram({ name, bins, range }: HistogramProps) {
  const highest = Math.max(1, ...bins.map(({ count }) => count));
  const step = width / Math.max(1, bins.length);
  const label = `Histogram of ${name}: ${formatNumber(range.minimum)} to ${formatNumber(range.maximum)}`;
  return (
    <svg
      className="own-data-histogram"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {bins.map(({ from, count }, at) => {
        const bar = (count / highest) * height;
        // A bin with a single row stays visible.
        const shown = count > 0 ? Math.max(1, bar) : 0;
        return <rect key={from} x={at * step} y={height - shown} width={Math.max(1, step - 1)} height={shown} />;
      })}
    </svg>
  );
}

function Shares({ column: { examples, distinct }, rows }: { column: Column; rows: number }) {
  const further = distinct - Math.min(maxValues, examples.length);
  return (
    <div className="own-data-shares">
      {examples.slice(0, maxValues).map(({ value, count }) => (
        <div key={value} className="own-data-share">
          <span className="own-data-value" dir="auto" title={value}>
            {value}
          </span>
          <span className="bar" aria-hidden="true">
            <span style={{ width: `${(100 * count) / rows}%` }} />
          </span>
          <span className="number">{formatPercent(Math.round((1000 * count) / rows) / 1000)}</span>
        </div>
      ))}
      {further > 0 && <span className="small muted">and {formatCount(further)} more</span>}
    </div>
  );
}
