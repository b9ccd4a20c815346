import { EngineError } from '../engine-error.js';

/** Name and type of a column, without its values. */
export interface ColumnLayout {
  readonly name: string;
  readonly type: 'category' | 'float64' | 'int32' | 'bool';
  /** Only for columns of type `category`. */
  readonly categories?: readonly string[] | undefined;
}

/**
 * One value per agent, in the order of agent indexes. Values of a `category` are indexes in `categories`. Values of a `bool` are 1 or 0.
 * Columns have no missing values. If a value does not apply (the probability of an unavailable alternative), another column shows that.
 */
export type Column = { readonly name: string } & (
  | { readonly type: 'category'; readonly values: Uint8Array | Uint16Array; readonly categories: readonly string[] }
  | { readonly type: 'float64'; readonly values: Float64Array; readonly categories?: undefined }
  | { readonly type: 'int32'; readonly values: Int32Array; readonly categories?: undefined }
  | { readonly type: 'bool'; readonly values: Uint8Array; readonly categories?: undefined }
);

/** Columns of the agents from index `from` up to, but excluding, index `to`. */
export interface Chunk {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly Column[];
}

/** Returns a column of `length` zeros. */
export function emptyColumn({ name, type, categories = [] }: ColumnLayout, length: number): Column {
  switch (type) {
    case 'category':
      return { name, type, categories, values: new (categories.length <= 256 ? Uint8Array : Uint16Array)(length) };
    case 'float64':
      return { name, type, values: new Float64Array(length) };
    case 'int32':
      return { name, type, values: new Int32Array(length) };
    case 'bool':
      return { name, type, values: new Uint8Array(length) };
  }
}

/** Returns the column with this name. Throws EngineError `invalid_argument` if it is missing. */
export function columnNamed(columns: readonly Column[], name: string): Column {
  const column = columns.find((candidate) => candidate.name === name);
  if (!column) throw new EngineError('invalid_argument', `Column ${name} is missing.`, { column: name });
  return column;
}

/**
 * Returns the columns of a whole simulation from its chunks, which can be in any order.
 *
 * @throws EngineError `invalid_argument` if the chunks have a gap, overlap, or have different columns
 */
export function mergeChunks(chunks: readonly Chunk[]): Column[] {
  const ordered = [...chunks].sort((a, b) => a.from - b.from);
  let expected = 0;
  for (const chunk of ordered) {
    if (chunk.from !== expected) {
      throw new EngineError(
        'invalid_argument',
        `The chunk that starts at agent ${expected} is missing, or another chunk overlaps it.`,
        {
          agent: expected,
        },
      );
    }
    expected = chunk.to;
  }
  const merged = (ordered[0]?.columns ?? []).map(({ name, type, categories }) =>
    emptyColumn({ name, type, categories }, expected),
  );
  for (const chunk of ordered) copyChunk(chunk, merged);
  return merged;
}

function copyChunk(chunk: Chunk, merged: readonly Column[]): void {
  merged.forEach((target, position) => {
    const source = chunk.columns[position];
    if (source?.name !== target.name || source.type !== target.type) {
      throw new EngineError(
        'invalid_argument',
        `The chunk that starts at agent ${chunk.from} lacks column ${target.name} at position ${position}.`,
      );
    }
    target.values.set(source.values, chunk.from);
  });
}
