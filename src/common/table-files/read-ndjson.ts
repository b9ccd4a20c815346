import type { RowSink } from './table-builder.js';
import { isText } from './text-file.js';

const maxLineBytes = 200_000;
const lineFeed = 10;

/** Reads NDJSON in UTF-8: one object per line. The keys of the first object are the columns. */
export function readNdjson(bytes: Uint8Array, sink: RowSink): void {
  if (!isText(bytes, sink)) return;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let canRead: boolean | undefined;
  for (let from = 0, line = 1; from < buffer.length && !sink.isFull; line++) {
    const end = buffer.indexOf(lineFeed, from);
    const to = end < 0 ? buffer.length : end;
    const row = to - from > maxLineBytes ? undefined : parseRow(buffer.toString('utf8', from, to));
    from = to + 1;
    if (row === 'empty') continue;
    if (row === undefined) {
      const place = { row: line, line };
      sink.reject(`expected one JSON object per line, with at most ${maxLineBytes} bytes`, place);
      if (canRead === undefined) return;
      continue;
    }
    const keys = Object.keys(row);
    canRead ??= sink.start(keys);
    if (!canRead) return;
    sink.checkKeys?.(keys, line);
    sink.add((_, name) => (Object.hasOwn(row, name) ? row[name] : undefined), line);
  }
  if (canRead === undefined) sink.reject('is empty: expected one JSON object per line');
}

function parseRow(line: string): Record<string, unknown> | 'empty' | undefined {
  if (line.trim() === '') return 'empty';
  try {
    const value: unknown = withLongNumbers(line, JSON.parse(line));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const sixteenDigits = /\d{16}/;
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The value of a line of JSON, whose numbers that a double does not hold are texts: two identifiers must not become one. */
function withLongNumbers(line: string, value: unknown): unknown {
  if (!sixteenDigits.test(line)) return value;
  return JSON.parse(
    line.replace(stringOrNumber, (part) => (part.startsWith('"') || isHeld(part) ? part : `"${part}"`)),
  );
}

const isHeld = (number: string) => number.length < 16 || String(Number(number)) === number;
