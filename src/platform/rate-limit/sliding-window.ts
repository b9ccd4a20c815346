import { LRUCache } from 'lru-cache';

export const windowMs = 60_000;

/** Whether a request is accepted, and how many remain. */
export interface Taken {
  allowed: boolean;
  remaining: number;
  /** Time until the oldest request leaves the window and one more is accepted. */
  resetMs: number;
}

/** The Redis key of the log of accepted requests. */
export const logOf = (subject: string) => `rate:${subject}`;

/**
 * Keeps a log of the accepted requests of the last 60 seconds, with the clock of Redis. Redis runs it atomically, so that all processes
 * together accept at most `limit` requests in any window. Rejected requests are not counted. Times are unique microseconds.
 * Lua: `take(log, limit)` returns allowed, remaining, and microseconds until the oldest request leaves; see {@link toTaken}.
 */
export const takeFunction = `
local function take(log, limit)
  local window = ${windowMs * 1_000}
  local time = redis.call('TIME')
  local now = time[1] * 1000000 + time[2]
  redis.call('ZREMRANGEBYSCORE', log, '-inf', now - window)
  local count = redis.call('ZCARD', log)
  local allowed = 0
  if count < limit then
    while redis.call('ZADD', log, 'NX', now, string.format('%.0f', now)) == 0 do now = now + 1 end
    redis.call('PEXPIRE', log, ${windowMs})
    count, allowed = count + 1, 1
  end
  local oldest = redis.call('ZRANGE', log, 0, 0, 'WITHSCORES')
  return { allowed, limit - count, tonumber(oldest[2]) + window - now }
end`;

export type TakeReply = [allowed: number, remaining: number, resetUs: number];

export function toTaken([allowed, remaining, resetUs]: TakeReply): Taken {
  return { allowed: allowed === 1, remaining: Math.max(0, remaining), resetMs: Math.ceil(resetUs / 1_000) };
}

const maxLogs = 100_000;

/** The same algorithm in one process, while Redis is unavailable. */
export class LocalSlidingWindow {
  /** Logs expire after a minute, so that memory stays bounded during a long outage. */
  private readonly logs = new LRUCache<string, number[]>({
    // `max` would reserve memory for all of them at the start.
    maxSize: maxLogs,
    sizeCalculation: () => 1,
    ttl: windowMs,
  });

  take(key: string, limit: number, nowMs: number): Taken {
    const log = (this.logs.get(key) ?? []).filter((acceptedMs) => acceptedMs > nowMs - windowMs);
    const allowed = log.length < limit;
    if (allowed) log.push(nowMs);
    this.logs.set(key, log);
    return { allowed, remaining: Math.max(0, limit - log.length), resetMs: (log[0] ?? nowMs) + windowMs - nowMs };
  }

  /** Called for each request. An empty cache is not cleared: that resets 100,000 entries, which takes 0.3 ms. */
  clear(): void {
    if (this.logs.size > 0) this.logs.clear();
  }
}
