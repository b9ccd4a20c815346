/** Rows of a discrete-time hazard model: one per respondent and period at risk. */
export interface PersonPeriods {
  /** Respondent of each row, numbered from 0. */
  readonly person: Int32Array;
  /** Period of each row, from 1. */
  readonly period: Int32Array;
  /** 1 in the row in which the event occurred, otherwise 0. */
  readonly event: Uint8Array;
}

/**
 * Expands durations to one row per respondent and period, from 1 to `lastPeriod`. An event occurs in the last period.
 * Source: Allison, "Discrete-time methods for the analysis of event histories", Sociological Methodology 13 (1982).
 *
 * @param lastPeriod last observed period of each respondent, a whole number from 1
 * @param hasEvent 1 for each respondent with an event, 0 for a censored duration
 */
export function personPeriods(lastPeriod: ArrayLike<number>, hasEvent: ArrayLike<number>): PersonPeriods {
  const rows = Array.from(lastPeriod).reduce((sum, periods) => sum + periods, 0);
  const person = new Int32Array(rows);
  const period = new Int32Array(rows);
  const event = new Uint8Array(rows);
  let row = 0;
  for (let individual = 0; individual < lastPeriod.length; individual++) {
    for (let t = 1; t <= lastPeriod[individual]!; t++, row++) {
      person[row] = individual;
      period[row] = t;
    }
    if (hasEvent[individual]) event[row - 1] = 1;
  }
  return { person, period, event };
}
