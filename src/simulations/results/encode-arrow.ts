import {
  bool,
  columnFromArray,
  type Column,
  dictionary,
  dictionaryContext,
  float64,
  int32,
  tableFromColumns,
  tableToIPC,
  utf8,
} from '@uwdata/flechette';
import type { AgentEncoder } from './agent-encoder.js';
import { agentRows, type AgentRow, type TableColumn, type CodebookEntry } from './agent-table.js';

/** The message at the end of each stream. Source: Apache Arrow columnar format, "IPC streaming format". */
const endOfStream = Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0);

/** Encodes an Arrow IPC stream. Each chunk is a record batch. The start of the stream has the values of all categories. */
export function arrowEncoder(table: readonly TableColumn[], codebook: readonly CodebookEntry[]): AgentEncoder {
  const metadata = new Map(
    codebook.map(({ column, label, unit, description }) => [
      column,
      new Map(Object.entries({ label, description, ...(unit !== null && { unit }) })),
    ]),
  );
  const streamOf = (rows: readonly AgentRow[], maxBatchRows = Infinity) => {
    const columns = table.map((column, k): [string, Column<unknown>] => {
      const cells = rows.map((row) => row[k]!);
      return [column.name, columnOf(column, cells, maxBatchRows)];
    });
    const content = tableFromColumns(columns);
    for (const field of content.schema.fields) field.metadata = metadata.get(field.name) ?? new Map();
    return tableToIPC(content, { format: 'stream' })!;
  };

  // The package writes whole streams. Streams of one and of two equal batches show where the first batch starts.
  const sample = table.map(sampleOf);
  const single = streamOf([sample]);
  const batchBytes = streamOf([sample, sample], 1).length - single.length;
  const startBytes = single.length - batchBytes - endOfStream.length;
  return {
    encode(agents, { offset, maxBytes }) {
      const rows = agentRows(table, agents, maxBytes);
      const stream = rows.length > 0 ? streamOf(rows).subarray(0, -endOfStream.length) : single.subarray(0, startBytes);
      return { bytes: stream.subarray(offset === 0 ? 0 : startBytes), count: rows.length };
    },
    end: () => endOfStream,
  };
}

function columnOf({ type, categories }: TableColumn, cells: AgentRow, maxBatchRows: number): Column<unknown> {
  switch (type) {
    case 'STRING': {
      if (!categories) return columnFromArray(cells, utf8(), { maxBatchRows });
      // The dictionary has all categories, in their order, so that it is the same in each chunk.
      const [values, dictionaries] = [dictionary(utf8(), int32(), false, 0), dictionaryContext()];
      columnFromArray([...categories], values, {}, dictionaries);
      return columnFromArray(cells, values, { maxBatchRows }, dictionaries);
    }
    case 'INT32':
      return columnFromArray(cells, int32(), { maxBatchRows });
    case 'DOUBLE':
      return columnFromArray(cells, float64(), { maxBatchRows });
    case 'BOOLEAN':
      return columnFromArray(cells, bool(), { maxBatchRows });
  }
}

function sampleOf({ type, categories }: TableColumn): AgentRow[number] {
  switch (type) {
    case 'STRING':
      return categories?.[0] ?? '';
    case 'INT32':
    case 'DOUBLE':
      return 0;
    case 'BOOLEAN':
      return false;
  }
}
