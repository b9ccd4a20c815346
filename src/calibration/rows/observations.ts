/**
 * What the likelihood is made of: one observation a row, or where a person is seen over time, one a period. The same for all families.
 */
export interface Observations {
  readonly count: number;
  /** The row each observation belongs to, rising. */
  readonly row: Int32Array;
  /** Numbers that change from period to period. */
  readonly states: Readonly<Record<string, ArrayLike<number>>>;
  /** Where rows are people seen over time: 1 in the period in which the event came. */
  readonly event?: Float64Array;
  /** Where rows are people who know each other. */
  readonly network?: AdoptionNetwork;
}

/** The observations of these rows, by number, in rising order. */
export function observationsOf({ row }: Observations, rows: Int32Array): Int32Array {
  const asked = new Set(rows);
  return Int32Array.from(Array.from(row.keys()).filter((k) => asked.has(row[k]!)));
}

/** People in groups, whom each names as contacts, and the period in which each adopted: Infinity where never. */
export interface AdoptionNetwork {
  readonly adopted: Float64Array;
  /** By person, numbers of those named, as often as they are. */
  readonly contacts: readonly (readonly number[])[];
  /** Numbered from 0. */
  readonly groups: Int32Array;
}
