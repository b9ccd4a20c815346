/** Each delay varies randomly by this share, so that deliveries that failed together are not retried together. */
const jitter = 0.1;
/** A longer `Retry-After` is reduced to this time. */
export const maxRetryAfterMs = 24 * 3_600_000;

/**
 * Returns the delay before the next attempt in ms, or undefined if the schedule has no more attempts.
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

/** Parses `Retry-After` (RFC 9110, 10.2.3), which is seconds or a date, to ms. Returns 0 for an invalid value or a past date. */
export function retryAfterMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  const requestedMs = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now.getTime();
  return requestedMs > 0 ? Math.min(requestedMs, maxRetryAfterMs) : 0;
}
