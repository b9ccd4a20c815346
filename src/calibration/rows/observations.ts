/** Observations of the likelihood: one per row, or one per period for respondents observed over time. */
export interface Observations {
  readonly count: number;
  /** Row of each observation, ascending. */
  readonly row: Int32Array;
  /** Values that change from period to period, one per observation. */
  readonly states: Readonly<Record<string, ArrayLike<number>>>;
  /** For respondents observed over time: 1 in the period in which the event occurred, otherwise 0. */
  readonly event?: Float64Array;
  /** Contacts of the respondents, for models of adoption in a network. */
  readonly network?: AdoptionNetwork;
}

/** Positions of the observations of these rows, ascending. */
export function observationsOf({ row }: Observations, rows: Int32Array): Int32Array {
  const selected = new Set(rows);
  return Int32Array.from(Array.from(row.keys()).filter((k) => selected.has(row[k]!)));
}

/** Respondents in groups, their contacts, and the period in which each adopted (Infinity for nonadopters). */
export interface AdoptionNetwork {
  readonly adopted: Float64Array;
  /** Contacts that each respondent names, by number; repeated nominations are repeated. */
  readonly contacts: readonly (readonly number[])[];
  /** Group of each respondent, numbered from 0. */
  readonly groups: Int32Array;
}
