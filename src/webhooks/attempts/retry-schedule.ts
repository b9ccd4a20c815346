/** A delay is spread by this share to both sides, so that what failed together does not come back together. */
const jitter = 0.1;
/** Nobody can put us off for longer. */
export const maxRetryAfterMs = 24 * 3_600_000;

/**
 * How long the next attempt waits, in ms; undefined when the schedule is at its end.
 * @param failures how many attempts have failed since the delivery began
 * @param random uniform over 0..1
 */
export function nextDelayMs(
  scheduleMs: readonly number[],
  failures: number,
  retryAfterMs: number,
  random: number,
): number | undefined {
  const delayMs = scheduleMs[failures];
  if (delayMs === undefined) return undefined;
  return Math.max(Math.round(delayMs * (1 - jitter + 2 * jitter * random)), retryAfterMs);
}

/** What a `Retry-After` asks for, in ms: seconds, or a date (RFC 9110, 10.2.3). What is neither, or lies in the past, asks for nothing. */
export function retryAfterMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  const requestedMs = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now.getTime();
  return requestedMs > 0 ? Math.min(requestedMs, maxRetryAfterMs) : 0;
}
