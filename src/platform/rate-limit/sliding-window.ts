export const windowMs = 60_000;

/** Whether one more request is let in, and what is left after it. */
export interface Taken {
  allowed: boolean;
  remaining: number;
  /** Until the oldest request leaves the window, so that one more may come. */
  resetMs: number;
}

/**
 * A log of the accepted requests of the last 60 seconds, in Redis' own time, read and written in one step: in no window are more than
 * `limit` accepted, by however many processes. Refused requests are not counted. Times are microseconds, made unique by counting up.
 * KEYS: the log. ARGV: limit, window in microseconds. Answers: allowed, remaining, microseconds until the oldest leaves.
 */
export const slidingWindowScript = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local count = redis.call('ZCARD', KEYS[1])
local allowed = 0
if count < limit then
  while redis.call('ZADD', KEYS[1], 'NX', now, string.format('%.0f', now)) == 0 do now = now + 1 end
  redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000))
  count, allowed = count + 1, 1
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return { allowed, limit - count, tonumber(oldest[2]) + window - now }
`;

/** The same for one process alone, while Redis is away. */
export class LocalSlidingWindow {
  private readonly logs = new Map<string, number[]>();

  take(key: string, limit: number, nowMs: number): Taken {
    const log = (this.logs.get(key) ?? []).filter((acceptedMs) => acceptedMs > nowMs - windowMs);
    const allowed = log.length < limit;
    if (allowed) log.push(nowMs);
    this.logs.set(key, log);
    return { allowed, remaining: Math.max(0, limit - log.length), resetMs: (log[0] ?? nowMs) + windowMs - nowMs };
  }

  clear(): void {
    this.logs.clear();
  }
}
