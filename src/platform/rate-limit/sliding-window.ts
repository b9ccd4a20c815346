import { LRUCache } from 'lru-cache';

export const windowMs = 60_000;

/** Whether one more request is let in, and what is left after it. */
export interface Taken {
  allowed: boolean;
  remaining: number;
  /** Until the oldest request leaves the window, so that one more may come. */
  resetMs: number;
}

/** Where the accepted requests of one subject are written down. */
export const logOf = (subject: string) => `rate:${subject}`;

/**
 * A log of the accepted requests of the last 60 seconds, in Redis' own time, read and written in one step: in no window are more than
 * `limit` accepted, by however many processes. Refused requests are not counted. Times are microseconds, made unique by counting up.
 * Lua: `take(log, limit)` answers allowed, remaining, microseconds until the oldest leaves; {@link toTaken} reads that.
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

/** The same for one process alone, while Redis is away. */
export class LocalSlidingWindow {
  /** In a long outage addresses come and go; nobody's log is worth more than its minute. */
  private readonly logs = new LRUCache<string, number[]>({ max: maxLogs, ttl: windowMs });

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
