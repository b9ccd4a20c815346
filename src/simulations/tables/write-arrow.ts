import { bool, type DataType, dictionary, float64, int32, tableFromArrays, tableToIPC, utf8 } from '@uwdata/flechette';
import type { TableColumn } from './table.js';

/** Writes a whole table as an Arrow IPC stream. Texts that repeat have a dictionary. */
export function writeArrow(columns: readonly TableColumn[]): Uint8Array {
  const types = Object.fromEntries(columns.map((column) => [column.name, typeOf(column)]));
  const table = tableFromArrays(Object.fromEntries(columns.map(({ name, cells }) => [name, cells])), { types });
  return tableToIPC(table, { format: 'stream' })!;
}

function typeOf({ type, cells }: TableColumn): DataType {
  switch (type) {
    case 'STRING':
      return new Set(cells).size <= cells.length / 2 ? dictionary(utf8(), int32()) : utf8();
    case 'INT32':
      return int32();
    case 'DOUBLE':
      return float64();
    case 'BOOLEAN':
      return bool();
  }
}
