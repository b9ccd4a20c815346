import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
});

export interface Column<Row> {
  id: string;
  header: string;
  /** Content of the cell. */
  cell: (row: Row) => ReactNode;
  /** The value to sort by. Columns without it cannot be sorted. */
  sortBy?: (row: Row) => number | string;
  numeric?: boolean;
  /** The title of a row that is a card on a phone. Default: the first column. */
  isTitle?: boolean;
}

interface DataTableProps<Row> {
  /** What the table contains, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

const sortLabels = { asc: 'ascending', desc: 'descending' } as const;

/** A table whose columns the user can sort. On phones, each row is a card: the roles keep it a table for screen readers. */
export function DataTable<Row extends object>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return helper.columns(
      columns.map(({ id, header, sortBy }) =>
        helper.accessor((row: Row) => sortBy?.(row) ?? '', {
          id,
          header,
          enableSorting: sortBy !== undefined,
          sortFn: 'basic',
        }),
      ),
    );
  }, [columns]);
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({ features, columns: definitions, data, getRowId: rowKey });
  const titleId = (columns.find(({ isTitle }) => isTitle) ?? columns[0])?.id;
  const byId = new Map(columns.map((column) => [column.id, column]));

  return (
    // Keyboard users scroll the frame with the arrow keys.
    <div className="table-scroll" role="region" aria-label={caption} tabIndex={0}>
      <table className="table table-cards" role="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} role="row">
              {group.headers.map(({ id, column }) => {
                const direction = column.getIsSorted();
                const title = byId.get(column.id)?.header;
                return (
                  <th
                    key={id}
                    scope="col"
                    role="columnheader"
                    className={byId.get(column.id)?.numeric ? 'number' : undefined}
                    aria-sort={direction ? sortLabels[direction] : undefined}
                  >
                    {column.getCanSort() ? (
                      <button type="button" className="sort" onClick={column.getToggleSortingHandler()}>
                        {title} <span aria-hidden="true">{direction ? { asc: '↑', desc: '↓' }[direction] : '↕'}</span>
                      </button>
                    ) : (
                      title
                    )}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody role="rowgroup">
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} role="row">
              {columns.map((column) => (
                <td
                  key={column.id}
                  role="cell"
                  className={column.numeric ? 'number' : undefined}
                  data-label={column.header}
                  data-title={column.id === titleId || undefined}
                >
                  {column.cell(row.original)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
