import type { Column } from '../../engine/analyses.js';
import { type AgentField, agentId } from '../../engine/transcript.js';

/** One column of a table of agents. */
export interface TableColumn {
  name: string;
  type: 'STRING' | 'BOOLEAN' | 'INT32' | 'DOUBLE';
  /** All values of a column of categories. */
  categories?: readonly string[];
  /** Returns the cell of the agent with this index. */
  cellOf: (index: number) => string | number | boolean;
}

/** One agent as cells of a table. */
export type AgentRow = (string | number | boolean)[];

/** Bytes of a cell that is no text, roughly. */
const numberBytes = 8;

/** Returns the rows of the first agents, up to the one with which they reach `maxBytes`. */
export function agentRows(table: readonly TableColumn[], agents: readonly number[], maxBytes: number): AgentRow[] {
  const rows: AgentRow[] = [];
  let bytes = 0;
  for (const index of agents) {
    const row = table.map(({ cellOf }) => cellOf(index));
    rows.push(row);
    for (const cell of row) bytes += typeof cell === 'string' ? Buffer.byteLength(cell) : numberBytes;
    if (bytes >= maxBytes) break;
  }
  return rows;
}

/** The stored columns of each field. */
const columnNames: Partial<Record<AgentField, RegExp>> = {
  attributes: /^attribute\./,
  outcome: /^outcome$/,
  baseline_outcome: /^baseline_outcome$/,
  probabilities: /^probability\./,
  measures: /^(baseline_)?(measure|expected)\./,
};

const indexColumn: TableColumn = { name: 'index', type: 'INT32', cellOf: (index) => index };

/**
 * Returns the columns of the requested fields, under their stored names.
 *
 * @param transcriptOf returns the transcript of an agent
 */
export function tableOf(
  fields: readonly AgentField[],
  columns: readonly Column[],
  transcriptOf: (index: number) => readonly string[],
): TableColumn[] {
  return fields.flatMap((field): TableColumn[] => {
    if (field === 'agent_id') return [{ name: field, type: 'STRING', cellOf: agentId }];
    if (field === 'index') return [indexColumn];
    if (field === 'transcript') {
      return [{ name: field, type: 'STRING', cellOf: (index) => transcriptOf(index).join(' ') }];
    }
    return columns.filter(({ name }) => columnNames[field]?.test(name)).map(columnOf);
  });
}

/** Returns all stored columns and the index, which the position in a selection does not show. */
export function wholeTable(columns: readonly Column[]): TableColumn[] {
  return [indexColumn, ...columns.map(columnOf)];
}

function columnOf({ name, type, values, categories }: Column): TableColumn {
  const valueOf = (index: number) => values[index] ?? 0;
  switch (type) {
    case 'category':
      return { name, type: 'STRING', categories, cellOf: (index) => categories[valueOf(index)] ?? '' };
    case 'bool':
      return { name, type: 'BOOLEAN', cellOf: (index) => valueOf(index) !== 0 };
    case 'int32':
      return { name, type: 'INT32', cellOf: valueOf };
    case 'float64':
      return { name, type: 'DOUBLE', cellOf: valueOf };
  }
}
