import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parquetMetadata, parquetRead, snappyUncompress, type Compressors, type FileMetaData } from 'hyparquet';
import { maxPeople } from '../../engine/index.js';
import type { PeopleTable } from './people-table.js';

/** Small files can claim to contain any amount of data. */
const maxDataBytes = 256 * 1024 * 1024;
const maxPageBytes = 32 * 1024 * 1024;

const limited = (outputLength: number) => {
  if (outputLength > maxPageBytes) throw new Error('the page is too large');
  return { maxOutputLength: maxPageBytes };
};
const compressors: Compressors = {
  SNAPPY: (input, outputLength) => {
    limited(outputLength);
    const output = new Uint8Array(outputLength);
    snappyUncompress(input, output);
    return output;
  },
  GZIP: (input, outputLength) => gunzipSync(input, limited(outputLength)),
  BROTLI: (input, outputLength) => brotliDecompressSync(input, limited(outputLength)),
};

/** Reads the flat columns of a Parquet file, with the compression Snappy, gzip, Brotli or none. */
export async function readParquet(bytes: Uint8Array, table: PeopleTable): Promise<void> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  let metadata: FileMetaData;
  try {
    metadata = parquetMetadata(file);
  } catch {
    return table.report('', 'is not a Parquet file');
  }
  const rows = Number(metadata.num_rows);
  if (rows > maxPeople) return table.report('', `has more than ${maxPeople} rows: send a random sample of them`);
  const size = metadata.row_groups.reduce((sum, group) => sum + Number(group.total_byte_size), 0);
  if (!(rows >= 0) || !(size <= maxDataBytes))
    return table.report('', `contains more than ${maxDataBytes} bytes of data`);
  const header = metadata.schema.slice(1).flatMap(({ name, num_children: children }) => (children ? [] : [name]));
  if (!table.start(header)) return;
  const values = new Map<string, unknown[]>();
  try {
    for (const name of header.filter((one) => !table.ignoredColumns.includes(one))) {
      const column: unknown[] = [];
      await parquetRead({
        file,
        metadata,
        columns: [name],
        compressors,
        onChunk: ({ columnData, rowStart }) => {
          for (let row = 0; row < columnData.length && rowStart + row < rows; row++) {
            column[rowStart + row] = (columnData as ArrayLike<unknown>)[row];
          }
        },
      });
      values.set(name, column);
    }
  } catch {
    return table.report(
      '',
      'cannot be read: use the compression Snappy, gzip, Brotli or none, and columns without lists',
    );
  }
  for (let row = 0; row < rows; row++) table.add((_, name) => values.get(name)?.[row]);
}
