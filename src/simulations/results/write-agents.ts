import { stringify } from 'csv-stringify/sync';
import type { Scenario, WorkflowDefinition } from '../../../model/definition.js';
import type { DecisionOutput } from '../../../model/simulate.js';
import { type AgentField, agentFields, agentRenderer } from '../../../model/transcript.js';
import { agentRows, tableOf, type TableColumn, wholeTable, type CodebookEntry, type AgentRow } from './agent-table.js';
import type { FileMetadata } from './column-table.js';
import type { ResultFormatName } from './result-format.js';
import type { RowGroup } from 'hyparquet';
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
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

/** Where a chunk is in its response, and how large it can be. */
export interface ChunkPlace {
  /** Bytes of the response before the chunk. */
  offset: number;
  /** The chunk ends after the agent with which its data reach this size. */
  maxBytes: number;
  /** Text is written into this memory if it fits. */
  memory?: Uint8Array;
}

/** The first agents of those that were requested. */
export interface EncodedAgents {
  bytes: Uint8Array;
  /** Number of agents: at least one, if any were requested. */
  count: number;
  /** Parquet: describes the chunk for the end of the file. */
  rowGroups?: readonly RowGroup[];
}

/** Encodes the agents of a response in chunks. It keeps no state between chunks, so that any thread can encode the next one. */
export interface AgentEncoder {
  encode(agents: readonly number[], place: ChunkPlace): EncodedAgents;
  /** Returns what follows the last agent of a binary file. Text formats have nothing there. */
  end?(rowGroups: readonly RowGroup[], offset: number): Uint8Array;
}

/** The message at the end of each stream. Source: Apache Arrow columnar format, "IPC streaming format". */
const endOfStream = Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0);

/** Encodes an Arrow IPC stream. Each chunk is a record batch. The start of the stream has the values of all categories. */
function arrowEncoder(table: readonly TableColumn[], codebook: readonly CodebookEntry[]): AgentEncoder {
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

/** The type of a column in an Arrow file. */
export const arrowTypes = { STRING: utf8, INT32: int32, DOUBLE: float64, BOOLEAN: bool };
const samples = { STRING: '', INT32: 0, DOUBLE: 0, BOOLEAN: false };

function columnOf({ type, categories }: TableColumn, cells: AgentRow, maxBatchRows: number): Column<unknown> {
  if (!categories) return columnFromArray(cells, arrowTypes[type](), { maxBatchRows });
  // The dictionary has all categories, in their order, so that it is the same in each chunk.
  const [values, dictionaries] = [dictionary(utf8(), int32(), false, 0), dictionaryContext()];
  columnFromArray([...categories], values, {}, dictionaries);
  return columnFromArray(cells, values, { maxBatchRows }, dictionaries);
}

const sampleOf = ({ type, categories }: TableColumn): AgentRow[number] => categories?.[0] ?? samples[type];

/** Everything that agents are rendered from. */
export interface AgentSource {
  definition: WorkflowDefinition;
  scenario: Scenario;
  decided: DecisionOutput;
  /** The requested fields, in the order of the response. Default: all fields as text, and all stored columns in a binary file. */
  fields: readonly AgentField[] | undefined;
  /** What a binary file states about its columns. */
  described?: { codebook: readonly CodebookEntry[]; metadata: readonly FileMetadata[] };
}

/** The chunks of a text format contain the agents only, and the chunks of a binary format are a whole file. */
export const isTextFormat = (format: ResultFormatName): boolean => format !== 'parquet' && format !== 'arrow';

export const csvOptions = { escape_formulas: true, record_delimiter: 'windows', cast: { boolean: String } } as const;

/** Makes an encoder. Create it once per response, because it compiles the model. */
export function agentEncoder(source: AgentSource, format: ResultFormatName): AgentEncoder {
  switch (format) {
    case 'json':
      // Each agent follows a comma.
      return jsonEncoder(source, ',', '');
    case 'ndjson':
      return jsonEncoder(source, '', '\n');
    case 'csv':
      return csvEncoder(source);
    case 'parquet':
      return parquetEncoder(fileTable(source), source.described?.metadata ?? []);
    case 'arrow':
      return arrowEncoder(fileTable(source), source.described?.codebook ?? []);
  }
}

const encoder = new TextEncoder();

/** Writes the text into `memory` if it fits. */
function encodeText(text: string, count: number, memory?: Uint8Array): EncodedAgents {
  if (!memory) return { bytes: encoder.encode(text), count };
  const { read, written } = encoder.encodeInto(text, memory);
  return { bytes: read === text.length ? memory.subarray(0, written) : encoder.encode(text), count };
}

function jsonEncoder(
  { definition, scenario, decided, fields = agentFields }: AgentSource,
  before: string,
  after: string,
): AgentEncoder {
  const render = agentRenderer(definition, scenario, decided, fields);
  return {
    encode(agents, { maxBytes, memory }) {
      let text = '';
      let bytes = 0;
      let count = 0;
      for (const index of agents) {
        const agent = before + JSON.stringify(render(index)) + after;
        text += agent;
        count += 1;
        bytes += Buffer.byteLength(agent);
        if (bytes >= maxBytes) break;
      }
      return encodeText(text, count, memory);
    },
  };
}

function csvEncoder(source: AgentSource): AgentEncoder {
  const table = agentTable(source, source.fields ?? agentFields);
  return {
    encode(agents, { maxBytes, memory }) {
      const rows = agentRows(table, agents, maxBytes);
      return encodeText(stringify(rows, csvOptions), rows.length, memory);
    },
  };
}

const fileTable = (source: AgentSource): TableColumn[] =>
  source.fields ? agentTable(source, source.fields) : wholeTable(source.decided.columns);

function agentTable({ definition, scenario, decided }: AgentSource, fields: readonly AgentField[]): TableColumn[] {
  if (!fields.includes('transcript')) return tableOf(fields, decided.columns, () => []);
  const render = agentRenderer(definition, scenario, decided, ['transcript']);
  return tableOf(fields, decided.columns, (index) => render(index).transcript);
}

type Chunks = AsyncIterable<Uint8Array>;

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
export async function* writeCsv(
  chunks: Chunks,
  names: readonly string[],
  bom: boolean,
): AsyncGenerator<string | Uint8Array> {
  yield stringify([names], { ...csvOptions, bom });
  yield* chunks;
}

/** Encodes a Parquet file. Each chunk is a row group. */
function parquetEncoder(table: readonly TableColumn[], metadata: readonly FileMetadata[]): AgentEncoder {
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
