import { sha256, type Sha256 } from '../math/sha256.js';
import type { Column } from './column.js';

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/**
 * Returns the SHA-256 digest of the columns, in hexadecimal. The input has two parts: the agent count and the name, type and categories of
 * each column as UTF-8 JSON, with a line feed at the end; then the values of each column as little-endian numbers of the column type.
 * If there are events, their columns follow in the same form. The digest does not depend on chunks or on the byte order of the machine.
 */
export function digestColumns(columns: readonly Column[], events: readonly Column[] = []): string {
  const hash = sha256();
  addTable(hash, 'agent_count', columns);
  if (events.length > 0) addTable(hash, 'event_count', events);
  return hash.hex();
}

function addTable(hash: Sha256, countName: string, columns: readonly Column[]): void {
  const layout = columns.map(({ name, type, categories }) => ({ name, type, categories }));
  hash.update(`${JSON.stringify({ [countName]: columns[0]?.values.length ?? 0, columns: layout })}\n`);
  for (const { values } of columns) hash.update(littleEndianBytes(values));
}

function littleEndianBytes(values: Column['values']): Uint8Array {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return isLittleEndian ? bytes : reverseBytesOfEach(bytes, values.BYTES_PER_ELEMENT);
}

function reverseBytesOfEach(bytes: Uint8Array, width: number): Uint8Array {
  const reversed = new Uint8Array(bytes.length);
  for (let start = 0; start < bytes.length; start += width) {
    for (let k = 0; k < width; k++) reversed[start + k] = bytes[start + width - 1 - k]!;
  }
  return reversed;
}
