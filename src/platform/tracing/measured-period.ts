/**
 * A period that was measured elsewhere, for example in a thread. Times are milliseconds since the Unix epoch, with fractions. This file does
 * not load the tracing library, which engine threads do not need.
 */
export interface MeasuredPeriod {
  name: string;
  startMs: number;
  endMs: number;
}

/** The current time for {@link MeasuredPeriod}. */
export function epochMs(): number {
  return performance.timeOrigin + performance.now();
}
