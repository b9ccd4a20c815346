import { useMemo, useState } from 'react';
import { Badge, type Column as TableColumn, DataTable } from '../../components/data-table';
import { Button } from '../../components/notice';
import { formatCount, formatNumber, formatPercent } from '../../format/format';
import { type Column, type Dataset, type Role, roleLabels, roleOf, roles, type Roles, withRole } from './dataset';

/** More columns are shown on request: a file can have a thousand. */
const shownAtFirst = 60;

const typeLabels: Record<Column['type'], string> = {
  binary: 'two values',
  integer: 'whole numbers',
  number: 'numbers',
  category: 'categories',
  text: 'texts',
  date: 'dates',
  id: 'identifiers',
  constant: 'one value',
  empty: 'empty',
};

/** Columns of these types cannot explain an outcome. */
const unexplained: readonly Column['type'][] = ['text', 'date', 'id'];

interface ColumnsTableProps {
  dataset: Dataset;
  value: Roles;
  onChange: (roles: Roles) => void;
  disabled: boolean;
}

export function ColumnsTable({ dataset, value, onChange, disabled }: ColumnsTableProps) {
  const [isAll, setAll] = useState(dataset.columns.length <= shownAtFirst);
  const rows = useMemo(
    () => (isAll ? dataset.columns : dataset.columns.slice(0, shownAtFirst)),
    [dataset.columns, isAll],
  );
  const columns = useMemo(
    () => columnsOf(dataset.row_count, value, (column, role) => onChange(withRole(value, column, role)), disabled),
    [dataset.row_count, value, onChange, disabled],
  );
  return (
    <div className="stack own-data-columns">
      <DataTable caption="Columns" columns={columns} rows={rows} rowKey={({ name }) => name} />
      {!isAll && (
        <div>
          <Button onClick={() => setAll(true)}>Show all {formatCount(dataset.columns.length)} columns</Button>
        </div>
      )}
    </div>
  );
}

const columnsOf = (
  rowCount: number,
  value: Roles,
  onRole: (column: string, role: Role) => void,
  disabled: boolean,
): TableColumn<Column>[] => [
  {
    header: 'Column',
    sortBy: ({ name }) => name,
    cell: ({ name, type }) => (
      <div className="cell">
        <strong dir="auto">{name}</strong>
        <span className="small muted">{typeLabels[type]}</span>
      </div>
    ),
  },
  {
    header: 'Missing',
    numeric: true,
    sortBy: ({ missing }) => missing,
    cell: ({ missing }) =>
      missing === 0 ? (
        '0'
      ) : (
        <Badge kind="warning">
          {formatCount(missing)} ({formatPercent(Math.round((1000 * missing) / rowCount) / 1000)})
        </Badge>
      ),
  },
  {
    header: 'Different values',
    numeric: true,
    sortBy: ({ distinct }) => distinct,
    cell: ({ distinct }) => formatCount(distinct),
  },
  {
    header: 'Distribution',
    cell: (column) => <Distribution column={column} rows={rowCount} />,
  },
  {
    header: 'Role in the model',
    cell: ({ name, type }) =>
      type === 'constant' || type === 'empty' ? (
        <span className="muted">Not usable</span>
      ) : (
        <select
          className="input own-data-role"
          aria-label={`Role of ${name}`}
          data-role={roleOf(value, name)}
          disabled={disabled}
          value={roleOf(value, name)}
          onChange={(event) => onRole(name, event.target.value as Role)}
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {role === 'other' && unexplained.includes(type) ? 'Not in the model' : roleLabels[role]}
            </option>
          ))}
        </select>
      ),
  },
];

const width = 120;
const height = 30;
const maxValues = 3;

/** How the values of a column are distributed: a histogram of numbers, or the most frequent values. */
function Distribution({ column, rows }: { column: Column; rows: number }) {
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
