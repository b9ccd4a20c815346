import { stringify } from 'csv-stringify/sync';
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { TableColumn } from './agent-table.js';
import type { FileMetadata } from './column-table.js';

type Render = (index: number) => object;
/** Divides the agents into batches, and prepares each batch before it yields it. */
type Batches = (agents: Int32Array) => AsyncIterable<number[]>;

/** Writes `{ data, meta }`, like all JSON responses. */
export async function* writeJson(
  agents: Int32Array,
  batches: Batches,
  render: Render,
  meta: object,
): AsyncGenerator<string> {
  let separator = '{"data":[';
  for await (const batch of batches(agents)) {
    yield separator + batch.map((index) => JSON.stringify(render(index))).join(',');
    separator = ',';
  }
  yield `${agents.length === 0 ? separator : ''}],"meta":${JSON.stringify(meta)}}`;
}

/** Writes one agent per line. */
export async function* writeNdjson(agents: Int32Array, batches: Batches, render: Render): AsyncGenerator<string> {
  for await (const batch of batches(agents)) {
    yield batch.map((index) => `${JSON.stringify(render(index))}\n`).join('');
  }
}

/** Writes a header and one agent per line. Escapes text that spreadsheets would read as a formula. */
export async function* writeCsv(
  agents: Int32Array,
  batches: Batches,
  table: readonly TableColumn[],
): AsyncGenerator<string> {
  yield stringify([table.map(({ name }) => name)], csvOptions);
  for await (const batch of batches(agents)) {
    yield stringify(
      batch.map((index) => table.map(({ cellOf }) => cellOf(index))),
      csvOptions,
    );
  }
}

export const csvOptions = { escape_formulas: true, record_delimiter: 'windows', cast: { boolean: String } } as const;

/** Agents in memory until they are written. */
const agentsPerRowGroup = 1_000;

/** Writes a Parquet file, one row group at a time. */
export async function* writeParquet(
  agents: Int32Array,
  batches: Batches,
  table: readonly TableColumn[],
  metadata: readonly FileMetadata[],
): AsyncGenerator<Uint8Array> {
  const columnsOf = (rows: readonly (readonly unknown[])[]) =>
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
  for (let from = 0; from < agents.length; from += agentsPerRowGroup) {
    const rows: unknown[][] = [];
    for await (const batch of batches(agents.subarray(from, from + agentsPerRowGroup))) {
      rows.push(...batch.map((index) => table.map(({ cellOf }) => cellOf(index))));
    }
    const columnData = columnsOf(rows).map(({ name, data }) => ({ name, data }));
    await file.write({ columnData, rowGroupSize: agentsPerRowGroup });
    yield takeBytes(bytes);
  }
  await file.finish();
  yield takeBytes(bytes);
}

/** Returns the bytes since the last call. The writer continues to count offsets from the start of the file. */
function takeBytes(bytes: ByteWriter): Uint8Array {
  const written = bytes.getBytes().slice();
  bytes.index = 0;
  return written;
}
