import { type ReactNode, useEffect, useMemo, useReducer, useState } from 'react';
import { formatDateTime, formatRelative } from '../format/format';
import { CopyButton } from './buttons';
import './secret-text.css';

export interface Column<Row> {
  id?: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The value to sort by. Columns without it cannot be sorted. */
  sortBy?: (row: Row) => number | string;
  numeric?: boolean;
  /** Such as the actions of users without the scope for them. */
  isHidden?: boolean;
  /** The title of a row that is a card on a phone. Default: the first column. */
  isTitle?: boolean;
}

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

export const timeColumn = <Row,>(header: string, at: (row: Row) => string | null, none = 'Never'): Column<Row> => ({
  header,
  sortBy: (row) => at(row) ?? '',
  cell: (row) => {
    const time = at(row);
    return time === null ? <span className="muted">{none}</span> : <Time at={time} />;
  },
});

const keyOf = ({ id, header }: { id?: string; header: string }) => id ?? header;
const compare = (a: number | string, b: number | string) => (a < b ? -1 : Number(a > b));
/** The orders of a column, one for each click: numbers start with the greatest. */
const ordersOf = (value: number | string | undefined) => (typeof value === 'number' ? [-1, 1, 0] : [1, -1, 0]);

interface Order {
  /** 0: as the rows are given. */
  sign: number;
  column: string;
}

/** A table whose columns the user can sort. On phones, each row is a card: the roles keep it a table for screen readers. */
export function DataTable<Row extends object>({ caption, columns: all, rows, rowKey }: DataTableProps<Row>) {
  const columns = all.filter(({ isHidden }) => !isHidden);
  const [order, setOrder] = useState<Order>({ sign: 0, column: '' });
  const sorted = useMemo(() => {
    const { sortBy } = all.find((column) => keyOf(column) === order.column) ?? {};
    return sortBy ? rows.toSorted((a, b) => order.sign * compare(sortBy(a), sortBy(b))) : rows;
  }, [all, rows, order]);
  const title = columns.find(({ isTitle }) => isTitle) ?? columns[0];
  return (
    // Keyboard users scroll the frame with the arrow keys.
    <div className="table-scroll" role="region" aria-label={caption} tabIndex={0}>
      <table className="table table-cards" role="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => {
              const { header, sortBy, numeric } = column;
              const key = keyOf(column);
              const sign = order.column === key ? order.sign : 0;
              const orders = ordersOf(rows[0] && sortBy?.(rows[0]));
              return (
                <th
                  key={key}
                  scope="col"
                  role="columnheader"
                  className={numeric ? 'number' : undefined}
                  aria-sort={sign === 0 ? undefined : sign > 0 ? 'ascending' : 'descending'}
                >
                  {sortBy ? (
                    <button
                      type="button"
                      className="sort"
                      onClick={() => setOrder({ column: key, sign: orders[(orders.indexOf(sign) + 1) % 3]! })}
                    >
                      {header} <span aria-hidden="true">{sign === 0 ? '↕' : sign > 0 ? '↑' : '↓'}</span>
                    </button>
                  ) : (
                    header
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {sorted.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map((column) => (
                <td
                  key={keyOf(column)}
                  role="cell"
                  className={column.numeric ? 'number' : undefined}
                  data-label={column.header}
                  data-title={column === title || undefined}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What a badge means: an end with success or with a failure, work in progress, something to look at, or a plain fact. */
type BadgeKind = 'neutral' | 'success' | 'running' | 'failed' | 'warning';

export function Badge({ kind = 'neutral', children }: { kind?: BadgeKind; children: ReactNode }) {
  return <span className={`badge badge-${kind}`}>{children}</span>;
}

const kinds: Readonly<Record<string, BadgeKind>> = {
  completed: 'success',
  active: 'success',
  succeeded: 'success',
  running: 'running',
  queued: 'running',
  pending: 'running',
  failed: 'failed',
  failing: 'failed',
};

/** A status of the API, such as `completed`, with the color of its meaning on all pages. Ends that a user chose, such as `canceled` or `revoked`, are plain facts. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge kind={kinds[status] ?? 'neutral'}>{status.replaceAll('_', ' ')}</Badge>;
}

const tickMs = 15_000;

/** A time relative to now, which stays current; the exact time is in the tooltip. */
export function Time({ at }: { at: string }) {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelative(at)}
    </time>
  );
}

/** A key or secret in full, with a button that copies it. */
export function SecretText({ label, text }: { label: string; text: string }) {
  return (
    <div className="secret-text">
      <code aria-label={label} role="textbox" aria-readonly="true" tabIndex={0}>
        {text}
      </code>
      <CopyButton text={text} />
    </div>
  );
}
