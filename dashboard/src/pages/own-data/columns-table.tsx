import { useMemo, useState } from 'react';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { DataTable, type Column as TableColumn } from '../../components/data-table';
import { formatCount, formatPercent } from '../../format/numbers';
import type { Column, Dataset } from './dataset';
import { Distribution } from './distribution';
import { roleLabels, roleOf, roles, withRole, type Role, type Roles } from './roles';

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

/** Each column with its values, and the field that selects its role. */
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
