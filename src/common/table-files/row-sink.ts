/** Where a problem of a file is: the row, counted from 1 without the header, and the line of the file. */
export interface Place {
  row: number;
  line: number;
}

/** Receives the names of the columns of a file, and then its rows. */
export interface RowSink {
  readonly rowCount: number;
  readonly maxRows: number;
  /** Whether more rows are useless. */
  readonly isFull: boolean;
  /** Names of the columns whose values are needed. */
  readonly usedColumns: readonly string[];
  /**
   * Checks the names of the columns. Returns whether rows can be read.
   *
   * @param rows number of rows, if the file states it
   */
  start(names: readonly string[], rows?: number): boolean;
  /** Adds a row. `valueOf` returns the value of a column by its position in the header. */
  add(valueOf: (position: number, name: string) => unknown, line: number): void;
  /** Checks the keys of a JSON object. Without this method, keys that are no column are ignored. */
  checkKeys?(keys: readonly string[], line: number): void;
  /** Reports a problem of the file, or of one place in it. */
  reject(message: string, place?: Place): void;
}
