/** A column's name and type, without its values. */
export interface ColumnLayout {
  readonly name: string;
  readonly type: 'category' | 'float64' | 'int32' | 'bool';
  /** Of a `category` only. */
  readonly categories?: readonly string[] | undefined;
}

/**
 * One value for each agent, in the order of their index. A `category` holds positions in `categories`; a `bool` holds 1 or 0.
 * No column has gaps: where something does not apply (the chance of an alternative an agent does not have), another column says so.
 */
export type Column = { readonly name: string } & (
  | { readonly type: 'category'; readonly values: Uint8Array | Uint16Array; readonly categories: readonly string[] }
  | { readonly type: 'float64'; readonly values: Float64Array; readonly categories?: undefined }
  | { readonly type: 'int32'; readonly values: Int32Array; readonly categories?: undefined }
  | { readonly type: 'bool'; readonly values: Uint8Array; readonly categories?: undefined }
);

/** The agents [from, to) of a simulation. */
export interface Chunk {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly Column[];
}

/** A column of zeros. */
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
