import type { PeopleTable } from './people-table.js';
import { isText } from './read-csv.js';

const maxLineBytes = 200_000;
const lineFeed = 10;

/** Reads NDJSON: one object per line. The keys of the first object are the columns. */
export function readNdjson(bytes: Uint8Array, table: PeopleTable): void {
  if (!isText(bytes, table)) return;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let canRead: boolean | undefined;
  for (let from = 0, line = 1; from < buffer.length && !table.isFull; line++) {
    const end = buffer.indexOf(lineFeed, from);
    const to = end < 0 ? buffer.length : end;
    const row = to - from > maxLineBytes ? undefined : parseRow(buffer.toString('utf8', from, to));
    from = to + 1;
    if (row === 'empty') continue;
    if (row === undefined) {
      table.report(`rows.${line}`, `expected one JSON object per line, with at most ${maxLineBytes} bytes`);
      if (canRead === undefined) return;
      continue;
    }
    canRead ??= table.start(Object.keys(row));
    if (!canRead) return;
    table.add((_, name) => (Object.hasOwn(row, name) ? row[name] : undefined));
  }
  if (canRead === undefined) table.report('', 'is empty: expected one JSON object per line');
}

function parseRow(line: string): Record<string, unknown> | 'empty' | undefined {
  if (line.trim() === '') return 'empty';
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
