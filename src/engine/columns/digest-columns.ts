import { createHash } from 'node:crypto';
import { type Column } from './column.js';

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/**
 * SHA-256, in hexadecimal, over the columns in their order: first the UTF-8 JSON text of the agent count and each column's name, type and
 * categories, and a line feed; then the values of each column, little-endian, as wide as their type.
 * It does not depend on how the columns were cut into chunks, nor on the machine.
 */
export function digestColumns(columns: readonly Column[]): string {
  const layout = columns.map(({ name, type, categories }) => ({ name, type, categories }));
  const hash = createHash('sha256');
  hash.update(`${JSON.stringify({ agent_count: columns[0]?.values.length ?? 0, columns: layout })}\n`, 'utf8');
  for (const { values } of columns) hash.update(littleEndianBytes(values));
  return hash.digest('hex');
}

function littleEndianBytes(values: Column['values']): Uint8Array {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return isLittleEndian ? bytes : reverseEach(bytes, values.BYTES_PER_ELEMENT);
}

function reverseEach(bytes: Uint8Array, width: number): Uint8Array {
  const reversed = new Uint8Array(bytes.length);
  for (let start = 0; start < bytes.length; start += width) {
    for (let k = 0; k < width; k++) reversed[start + k] = bytes[start + width - 1 - k]!;
  }
  return reversed;
}
