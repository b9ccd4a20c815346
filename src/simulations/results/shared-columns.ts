import type { Column } from '../../engine/analyses.js';

/** Moves columns to memory that threads share, so that sending them to a thread copies nothing. */
export function sharedColumns(columns: readonly Column[]): Column[] {
  return columns.map((column) => {
    const { values } = column;
    const memory = new SharedArrayBuffer(values.byteLength);
    const shared = new (values.constructor as new (buffer: SharedArrayBuffer) => typeof values)(memory);
    shared.set(values);
    return { ...column, values: shared } as Column;
  });
}
