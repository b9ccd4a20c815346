/** Rows of a discrete-time hazard model: one for each period in which a person was still waiting. */
export interface PersonPeriods {
  /** Which person each row is of, from 0. */
  readonly person: Int32Array;
  /** From 1. */
  readonly period: Int32Array;
  /** 1 in the row in which the event came. */
  readonly event: Uint8Array;
}

/**
 * Each person waits in the periods 1 to `lastPeriod`; the event, if any, comes in the last of them.
 * Source: Allison, "Discrete-time methods for the analysis of event histories", Sociological Methodology 13 (1982).
 *
 * @param lastPeriod of each person, whole, from 1
 * @param hasEvent of each person: 0 where the wait was still going on when last seen
 */
export function personPeriods(lastPeriod: ArrayLike<number>, hasEvent: ArrayLike<number>): PersonPeriods {
  const rows = Array.from(lastPeriod).reduce((sum, periods) => sum + periods, 0);
  const person = new Int32Array(rows);
  const period = new Int32Array(rows);
  const event = new Uint8Array(rows);
  let row = 0;
  for (let who = 0; who < lastPeriod.length; who++) {
    for (let t = 1; t <= lastPeriod[who]!; t++, row++) {
      person[row] = who;
      period[row] = t;
    }
    if (hasEvent[who]) event[row - 1] = 1;
  }
  return { person, period, event };
}
