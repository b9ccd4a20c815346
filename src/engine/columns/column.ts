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
