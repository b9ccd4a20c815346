/** Minimum number of bits that can represent all integers from 0 to `max`, at least 1. */
export function bitWidthOf(max: number): number {
  return Math.max(1, 32 - Math.clz32(max));
}

/**
 * Encodes small integers in the RLE and bit-packing hybrid of Parquet: one run if all are equal, otherwise one bit-packed group.
 * Source: Apache Parquet format, "Encodings", run length encoding / bit-packing hybrid (RLE = 3).
 *
 * @param width bits of each value, 1 to 16
 */
export function packBits(values: Uint8Array | Uint16Array, width: number): Uint8Array {
  return values.every((value) => value === values[0]) ? oneRun(values, width) : oneGroup(values, width);
}

function oneRun(values: Uint8Array | Uint16Array, width: number): Uint8Array {
  const value = values[0] ?? 0;
  const bytes = [...varint(values.length << 1), value & 0xff];
  return Uint8Array.from(width > 8 ? [...bytes, value >>> 8] : bytes);
}

function oneGroup(values: Uint8Array | Uint16Array, width: number): Uint8Array {
  // Groups have eight values, so that each group ends at a byte. The last group is filled with zeros.
  const groups = Math.ceil(values.length / 8);
  const header = varint((groups << 1) | 1);
  const bytes = new Uint8Array(header.length + groups * width);
  bytes.set(header);
  let at = header.length;
  let bits = 0;
  let used = 0;
  for (let row = 0; row < values.length; row++) {
    bits |= values[row]! << used;
    used += width;
    while (used >= 8) {
      bytes[at++] = bits;
      bits >>>= 8;
      used -= 8;
    }
  }
  if (used > 0) bytes[at] = bits;
  return bytes;
}

/** An unsigned integer in groups of 7 bits, lowest first; the high bit of each byte marks that another follows. */
function varint(value: number): number[] {
  const low = value & 0x7f;
  return value < 0x80 ? [low] : [low | 0x80, ...varint(value >>> 7)];
}
