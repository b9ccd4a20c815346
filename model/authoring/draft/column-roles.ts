import type { Table } from '../../fitting/rows/table.js';
import { type ColumnKey, groupOfKeys, keysOf } from './column-keys.js';
import { type ColumnProfile, profileTable, type TableProfile } from '../variables/profile.js';
import { isTreatment } from './treatments.js';

/** Columns with the meanings that depend on other columns: which ones identify rows or groups of rows, and which ones scenarios usually change. */
export interface TableRoles extends TableProfile {
  readonly keys: readonly ColumnKey[];
  /** Column of the groups for standard errors and splits. */
  readonly group: string | undefined;
}

export function rolesOf(table: Table): TableRoles {
  const profile = profileTable(table);
  const keys = keysOf(profile.columns, table);
  const group = groupOfKeys(keys, profile.columns);
  const certain = new Map(keys.flatMap(({ column, kind }) => (kind === 'possible_group' ? [] : [[column, kind]])));
  const columns = profile.columns.map((column): ColumnProfile => {
    const kind = certain.get(column.name);
    if (kind === undefined)
      return column.guess === null && isTreatment(column) ? { ...column, guess: 'parameter' } : column;
    return {
      ...column,
      type: 'id',
      histogram: null,
      guess: kind === 'identifier' ? 'id' : column.name === group ? 'group' : null,
    };
  });
  return { ...profile, columns, keys, group };
}
