import { gunzipSync, createGzip } from 'node:zlib';
import type { Table } from '../../../model/fitting/rows/table.js';
import { SharedTexts } from '../../common/texts.js';
import { gzipOptions } from '../../common/compression.js';

const lineFeed = 10;

/** Reads the compressed cells of a dataset as texts by column. Missing values are empty. */
export function datasetTable(content: Uint8Array): Table {
  const json = gunzipSync(content, { maxOutputLength: contentLimits.textBytes });
  const columns = new Map<string, string[]>();
  let end: { units?: [string, string][]; texts?: ['NA'] } = {};
  let lines: Int32Array | undefined;
  for (let from = 0; from < json.length;) {
    const to = json.indexOf(lineFeed, from);
    // One column at a time: its texts are shared before the next one is parsed.
    const values: unknown = JSON.parse(json.toString('utf8', from, to));
    if (lines === undefined) lines = linesOf(values as number[]);
    else if (!Array.isArray(values)) end = values as typeof end;
    else {
      const [name, ...texts] = values as [string, ...string[]];
      const shared = new SharedTexts();
      for (const [row, text] of texts.entries()) texts[row] = shared.add(text);
      columns.set(name, texts);
    }
    from = to + 1;
  }
  if (!end.texts) for (const texts of columns.values()) emptyNa(texts);
  return { lines: lines ?? new Int32Array(), columns, ...(end.units && { units: new Map(end.units) }) };
}

/** In contents of earlier releases, each NA is missing. */
function emptyNa(texts: string[]): void {
  for (const [row, text] of texts.entries()) if (text.includes('NA') && text.trim() === 'NA') texts[row] = '';
}

function linesOf(differences: readonly number[]): Int32Array {
  let line = 0;
  return Int32Array.from(differences, (difference) => (line += difference));
}

const contentLimits = {
  /** Maximum text of the cells. A reader needs it in memory. */
  textBytes: 200_000_000,
  /** Maximum size of the compressed cells. The API needs twice of it in memory while it stores them. */
  packedBytes: 64_000_000,
};

const advice = 'remove columns that no model uses, such as ids and long texts';

export class ContentLimitError extends Error {}

/**
 * Compresses the cells of a table: lines of JSON in gzip. The first line has the differences of the line numbers. Each other line is a
 * column: its name and its texts. If columns have units or the text NA, the last line is an object with them. Columns compress better than rows, and JSON is read several times as fast as CSV.
 *
 * @throws ContentLimitError with the fix
 */
export async function packTable({ columns, lines, units }: Table, limits = contentLimits): Promise<Buffer> {
  const gzip = createGzip(gzipOptions);
  const packed = collect(gzip, limits.packedBytes);
  // Without this, a failure to write would be reported while the result is not awaited yet.
  packed.catch(() => undefined);
  let bytes = 0;
  const write = async (text: string) => {
    const piece = Buffer.from(text);
    bytes += piece.length;
    if (bytes > limits.textBytes)
      throw new ContentLimitError(`the file has more than ${limits.textBytes / 1e6} MB of text: ${advice}`);
    if (!gzip.write(piece)) await new Promise((resolve) => gzip.once('drain', resolve));
  };
  await write(`${JSON.stringify(Array.from(lines, (line, row) => line - (lines[row - 1] ?? 0)))}\n`);
  for (const [name, texts] of columns) {
    await write(`[${JSON.stringify(name)}`);
    for (const piece of piecesOf(texts)) await write(`,${JSON.stringify(piece).slice(1, -1)}`);
    await write(']\n');
  }
  const hasNa = [...columns.values()].some((texts) => texts.includes('NA'));
  const end = { ...(units && units.size > 0 && { units: [...units] }), ...(hasNa && { texts: ['NA'] }) };
  if (Object.keys(end).length > 0) await write(`${JSON.stringify(end)}\n`);
  gzip.end();
  return packed;
}

/** A dictionary can repeat a long text so often that a column is longer than a string can be. */
const pieceCharacters = 1_000_000;

function* piecesOf(texts: readonly string[]): Generator<string[]> {
  for (let from = 0, to = 0; from < texts.length; from = to) {
    for (let characters = 0; to < texts.length && characters < pieceCharacters; to++) characters += texts[to]!.length;
    yield texts.slice(from, to);
  }
}

async function collect(gzip: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of gzip) {
    chunks.push(chunk);
    bytes += chunk.length;
  }
  if (bytes > maxBytes)
    throw new ContentLimitError(
      `the file takes ${bytes} bytes after compression, but can take at most ${maxBytes}: ${advice}`,
    );
  return Buffer.concat(chunks);
}
