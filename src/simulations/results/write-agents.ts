import { stringify } from 'csv-stringify/sync';
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { TableColumn } from './agent-table.js';
import { fairBatches } from './fair-batches.js';

type Render = (index: number) => object;

/** `{ data, meta }` as every answer has it. */
export async function* writeJson(agents: Int32Array, render: Render, meta: object): AsyncGenerator<string> {
  let separator = '{"data":[';
  for await (const some of fairBatches(agents)) {
    yield separator + some.map((index) => JSON.stringify(render(index))).join(',');
    separator = ',';
  }
  yield `${agents.length === 0 ? separator : ''}],"meta":${JSON.stringify(meta)}}`;
}

/** One agent on each line. */
export async function* writeNdjson(agents: Int32Array, render: Render): AsyncGenerator<string> {
  for await (const some of fairBatches(agents)) {
    yield some.map((index) => `${JSON.stringify(render(index))}\n`).join('');
  }
}

/** A header, and one agent on each line. Text that a spreadsheet would take for a formula is guarded. */
export async function* writeCsv(agents: Int32Array, table: readonly TableColumn[]): AsyncGenerator<string> {
  yield stringify([table.map(({ name }) => name)], csvOptions);
  for await (const some of fairBatches(agents)) {
    yield stringify(
      some.map((index) => table.map(({ at }) => at(index))),
      csvOptions,
    );
  }
}

export const csvOptions = { escape_formulas: true, record_delimiter: 'windows', cast: { boolean: String } } as const;

/** How many agents are kept in memory until they are written. */
const agentsPerRowGroup = 1_000;

/** A Parquet file, one group of rows after the other. */
export async function* writeParquet(agents: Int32Array, table: readonly TableColumn[]): AsyncGenerator<Uint8Array> {
  const columnsOf = (rows: readonly (readonly unknown[])[]) =>
    table.map(({ name, type }, k) => ({ name, type, nullable: false, data: rows.map((row) => row[k]) }));
  const bytes = new ByteWriter();
  const schema = schemaFromColumnData({ columnData: columnsOf([]) });
  const file = new ParquetWriter({ writer: bytes, schema, statistics: false, createdBy: 'simulation-service' });
  for (let from = 0; from < agents.length; from += agentsPerRowGroup) {
    const rows: unknown[][] = [];
    for await (const some of fairBatches(agents.subarray(from, from + agentsPerRowGroup))) {
      rows.push(...some.map((index) => table.map(({ at }) => at(index))));
    }
    const columnData = columnsOf(rows).map(({ name, data }) => ({ name, data }));
    await file.write({ columnData, rowGroupSize: agentsPerRowGroup });
    yield taken(bytes);
  }
  await file.finish();
  yield taken(bytes);
}

/** What was written since the last time; the writer goes on counting from the beginning of the file. */
function taken(bytes: ByteWriter): Uint8Array {
  const written = bytes.getBytes().slice();
  bytes.index = 0;
  return written;
}
