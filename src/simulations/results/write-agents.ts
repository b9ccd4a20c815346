import { stringify } from 'csv-stringify/sync';
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { Cell } from '../tables/table.js';
import { type FieldMetadata, writeArrow } from '../tables/write-arrow.js';
import type { TableColumn } from './agent-table.js';
import type { CodebookEntry } from './codebook.js';
import type { FileMetadata } from './column-table.js';
import { type AgentRow, csvOptions } from './encode-agents.js';
import { fairBatches } from './fair-batches.js';

type Chunks = AsyncIterable<Uint8Array>;

/** Writes `{ data, meta }`, like all JSON responses. */
export async function* writeJson(chunks: Chunks, meta: object): AsyncGenerator<string | Uint8Array> {
  yield '{"data":[';
  let isFirst = true;
  for await (const chunk of chunks) {
    // Each agent follows a comma, except the first.
    yield isFirst ? chunk.subarray(1) : chunk;
    isFirst = false;
  }
  yield `],"meta":${JSON.stringify(meta)}}`;
}

/** Writes a header and one agent per line. Escapes text that spreadsheets would read as a formula. */
export async function* writeCsv(chunks: Chunks, names: readonly string[]): AsyncGenerator<string | Uint8Array> {
  yield stringify([names], csvOptions);
  yield* chunks;
}

/** Agents in memory until they are written. */
const agentsPerRowGroup = 1_000;

/** Writes a Parquet file, one row group at a time. */
export async function* writeParquet(
  chunks: AsyncIterable<AgentRow[]>,
  table: readonly TableColumn[],
  metadata: readonly FileMetadata[],
): AsyncGenerator<Uint8Array> {
  const columnsOf = (rows: readonly AgentRow[]) =>
    table.map(({ name, type }, k) => ({ name, type, nullable: false, data: rows.map((row) => row[k]) }));
  const bytes = new ByteWriter();
  const schema = schemaFromColumnData({ columnData: columnsOf([]) });
  const file = new ParquetWriter({
    writer: bytes,
    schema,
    kvMetadata: [...metadata],
    statistics: false,
    createdBy: 'simulation-service',
  });
  for await (const rows of rowGroups(chunks)) {
    const columnData = columnsOf(rows).map(({ name, data }) => ({ name, data }));
    await file.write({ columnData, rowGroupSize: agentsPerRowGroup });
    yield takeBytes(bytes);
  }
  await file.finish();
  yield takeBytes(bytes);
}

/** Writes an Arrow IPC stream. A simulation has at most 10,000 agents, so the whole table is in memory. */
export async function* arrowOf(
  chunks: AsyncIterable<AgentRow[]>,
  table: readonly TableColumn[],
  codebook: readonly CodebookEntry[],
): AsyncGenerator<Uint8Array> {
  const columns = table.map(({ name, type }) => ({ name, type, cells: [] as Cell[] }));
  for await (const rows of chunks) for (const row of rows) columns.forEach(({ cells }, k) => cells.push(row[k]!));
  const described = codebook.map(({ column, label, unit, description }): [string, FieldMetadata] => [
    column,
    { label, description, ...(unit !== null && { unit }) },
  ]);
  yield writeArrow(columns, new Map(described));
}

async function* rowGroups(chunks: AsyncIterable<AgentRow[]>): AsyncGenerator<AgentRow[]> {
  const rows: AgentRow[] = [];
  for await (const chunk of chunks) {
    rows.push(...chunk);
    if (rows.length < agentsPerRowGroup) continue;
    yield rows.splice(0, agentsPerRowGroup);
  }
  if (rows.length > 0) yield rows;
}

/** Reads the rows of a table in this process. */
export async function* rowsOf(agents: Int32Array, table: readonly TableColumn[]): AsyncGenerator<AgentRow[]> {
  for await (const batch of fairBatches(agents)) {
    yield batch.map((index) => table.map(({ cellOf }) => cellOf(index)));
  }
}

/** Returns the bytes since the last call. The writer continues to count offsets from the start of the file. */
function takeBytes(bytes: ByteWriter): Uint8Array {
  const written = bytes.getBytes().slice();
  bytes.index = 0;
  return written;
}
