import type { RowGroup } from 'hyparquet';
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { AgentEncoder } from './agent-encoder.js';
import { agentRows, type TableColumn } from './agent-table.js';
import type { FileMetadata } from './column-table.js';

/** Encodes a Parquet file. Each chunk is a row group. */
export function parquetEncoder(table: readonly TableColumn[], metadata: readonly FileMetadata[]): AgentEncoder {
  const schema = schemaFromColumnData({
    columnData: table.map(({ name, type }) => ({ name, type, nullable: false, data: [] })),
  });
  /** Continues a file after `offset` bytes. */
  const openAt = (offset: number) => {
    const writer = new ByteWriter();
    const kvMetadata = [...metadata];
    const file = new ParquetWriter({ writer, schema, kvMetadata, statistics: false, createdBy: 'simulation-service' });
    // The writer has written the start of a file.
    if (offset > 0) Object.assign(writer, { index: 0, offset });
    return { writer, file };
  };
  return {
    encode(agents, { offset, maxBytes }) {
      const rows = agentRows(table, agents, maxBytes);
      const { writer, file } = openAt(offset);
      const columnData = table.map(({ name }, k) => ({ name, data: rows.map((row) => row[k]) }));
      // Writes to memory, and thus without a promise.
      void file.write({ columnData, rowGroupSize: rows.length });
      return { bytes: writer.getBytes(), count: rows.length, rowGroups: file.row_groups };
    },
    end(rowGroups: readonly RowGroup[], offset) {
      const { writer, file } = openAt(offset);
      file.row_groups = [...rowGroups];
      file.num_rows = rowGroups.reduce((sum, { num_rows: rows }) => sum + rows, 0n);
      void file.finish();
      return writer.getBytes();
    },
  };
}
