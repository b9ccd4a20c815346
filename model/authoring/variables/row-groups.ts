/** Rows in groups, numbered from 0, and the number of rows of each group. */
export interface GroupCodes {
  readonly of: Int32Array;
  readonly sizes: Int32Array;
}

/** Texts as codes, numbered from 0 in the order of their first row. */
export interface CodedTexts {
  readonly of: Int32Array;
  readonly codes: ReadonlyMap<string, number>;
}

export function codedTexts(texts: readonly string[]): CodedTexts {
  const codes = new Map<string, number>();
  const of = Int32Array.from(texts, (text) => codeIn(codes, text.trim()));
  return { of, codes };
}

function codeIn<Key>(codes: Map<Key, number>, key: Key): number {
  const code = codes.get(key) ?? codes.size;
  codes.set(key, code);
  return code;
}

/** More rows are first tried on some groups. */
export const maxTriedRows = 5_000;

export function regrouped(of: Int32Array, rows: Int32Array): GroupCodes {
  const known = new Map<number, number>();
  const own = rows.map((row) => codeIn(known, of[row]!));
  return { of: own, sizes: sizesOf(own, known.size) };
}

/** A column as codes, with the rows of its first groups. */
export interface ColumnCodes extends GroupCodes {
  readonly tried: Int32Array;
}

export function codesOf(texts: readonly string[]): ColumnCodes {
  const { of, codes } = codedTexts(texts);
  const sizes = sizesOf(of, codes.size);
  let rows = 0;
  const limit = sizes.findIndex((size) => (rows += size) >= maxTriedRows);
  const tried: number[] = [];
  for (let row = 0; row < of.length; row++) if (limit < 0 || of[row]! <= limit) tried.push(row);
  return { of, sizes, tried: Int32Array.from(tried) };
}

function sizesOf(of: Int32Array, count: number): Int32Array {
  const sizes = new Int32Array(count);
  for (const code of of) sizes[code]!++;
  return sizes;
}

export function combined(a: GroupCodes, b: GroupCodes): GroupCodes {
  const known = new Map<number, number>();
  const of = a.of.map((code, row) => codeIn(known, code * b.sizes.length + b.of[row]!));
  return { of, sizes: sizesOf(of, known.size) };
}
