import { createGzip } from 'node:zlib';
import type { Table } from '../../calibration/rows/table.js';
import { gzipOptions } from '../../common/compression.js';

/** Maximum text of the cells of a dataset. A reader needs it in memory. */
export const maxTextBytes = 200_000_000;
/** Maximum size of the compressed cells. The API has them in memory while it stores them. */
export const maxContentBytes = 32_000_000;

const advice = 'remove columns that no model uses, such as ids and long texts';

/** The cells take more than the limits. */
export class ContentLimitError extends Error {}

/**
 * Compresses the cells of a table: lines of JSON in gzip. The first line has the differences of the line numbers. Each other line is a
 * column: its name and its texts. Columns compress better than rows, and JSON is read several times as fast as CSV.
 *
 * @throws ContentLimitError with the fix
 */
export async function packTable({ columns, lines }: Table): Promise<Buffer> {
  const gzip = createGzip(gzipOptions);
  const packed = collect(gzip);
  // Without this, a failure to write would be reported while the result is not awaited yet.
  packed.catch(() => undefined);
  let bytes = 0;
  const write = async (value: unknown) => {
    const line = Buffer.from(`${JSON.stringify(value)}\n`);
    bytes += line.length;
    if (bytes > maxTextBytes)
      throw new ContentLimitError(`the file has more than ${maxTextBytes / 1e6} MB of text: ${advice}`);
    if (!gzip.write(line)) await new Promise((resolve) => gzip.once('drain', resolve));
  };
  await write(Array.from(lines, (line, row) => line - (lines[row - 1] ?? 0)));
  for (const [name, texts] of columns) await write([name, ...texts]);
  gzip.end();
  return packed;
}

async function collect(gzip: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of gzip) {
    chunks.push(chunk);
    bytes += chunk.length;
  }
  if (bytes > maxContentBytes)
    throw new ContentLimitError(
      `the file takes ${bytes} bytes after compression, but can take at most ${maxContentBytes}: ${advice}`,
    );
  return Buffer.concat(chunks);
}
