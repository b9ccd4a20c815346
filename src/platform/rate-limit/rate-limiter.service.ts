import { LRUCache } from 'lru-cache';
import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { AppError } from '../../common/errors/app-error.js';

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

type WithScript = Redis & {
  takeOne(log: string, limit: number): Promise<TakeReply>;
  takeSeveral(log: string, limit: number, wanted: number): Promise<[taken: number, resetUs: number]>;
};

const script = `${takeFunction}
return take(KEYS[1], tonumber(ARGV[1]))`;

const severalScript = `${takeFunction}
local taken, reset = 0, 0
for _ = 1, tonumber(ARGV[2]) do
  local reply = take(KEYS[1], tonumber(ARGV[1]))
  reset = reply[3]
  if reply[1] == 0 then break end
  taken = taken + 1
end
return { taken, reset }`;

/** Counts requests in any 60 seconds. While Redis is unavailable, each process counts separately, and `/v1/status` reports that. */
@Injectable()
export class RateLimiter {
  private readonly redis: WithScript;
  private readonly local = new LocalSlidingWindow();

  constructor(@Inject(Redis) redis: Redis) {
    redis.defineCommand('takeOne', { numberOfKeys: 1, lua: script });
    redis.defineCommand('takeSeveral', { numberOfKeys: 1, lua: severalScript });
    this.redis = redis as WithScript;
  }

  async take(subject: string, limit: number): Promise<Taken> {
    const log = logOf(subject);
    try {
      const taken = toTaken(await this.redis.takeOne(log, limit));
      this.local.clear();
      return taken;
    } catch {
      // The Redis client logs the reason. A limit per process is better than no limit and better than an error.
      return this.local.take(log, limit, performance.now());
    }
  }

  /** Takes as many of the wanted places as the limit permits. `resetMs` is the time until the next one is free. */
  async takeUpTo(subject: string, limit: number, wanted: number): Promise<{ taken: number; resetMs: number }> {
    const log = logOf(subject);
    try {
      const [taken, resetUs] = await this.redis.takeSeveral(log, limit, wanted);
      this.local.clear();
      return { taken, resetMs: Math.ceil(resetUs / 1_000) };
    } catch {
      const all = Array.from({ length: wanted }, () => this.local.take(log, limit, performance.now()));
      return { taken: all.filter(({ allowed }) => allowed).length, resetMs: all.at(-1)?.resetMs ?? 0 };
    }
  }

  /** For limits on a value in the request body. Throws {@link AppError} `rate_limited`. */
  async takeOrThrow(subject: string, limit: number): Promise<void> {
    const { allowed, resetMs } = await this.take(subject, limit);
    if (allowed) return;
    throw new AppError('rate_limited').withHeaders({ 'Retry-After': String(Math.ceil(resetMs / 1_000)) });
  }
}
