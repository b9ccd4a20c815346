import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../common/errors/app-error.js';

/** At most `max` attempts in any period of this length. */
export interface AttemptWindow {
  max: number;
  seconds: number;
}

export const hourSeconds = 3_600;
export const daySeconds = 86_400;

export interface AllowedAttempt {
  allowed: true;
  /** Removes the attempt from the count, for example after a correct password. */
  release: () => Promise<void>;
}

export type Attempt = AllowedAttempt | { allowed: false; retryAfterSeconds: number };

/** Zero waiting time means that the attempt was counted under the time `id`. Times are microseconds. */
type Reply = [waitUs: number, id: string];
type WithScript = Redis & { takeAttempt(log: string, ...windows: number[]): Promise<Reply> };

/**
 * One log of the counted attempts for all windows of a subject, with the clock of Redis, which runs the script atomically. An attempt is
 * counted in all windows or in none. ARGV: maximum and microseconds of each window; the last window is the longest.
 */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local longest = tonumber(ARGV[#ARGV])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - longest)
local wait = 0
for i = 1, #ARGV, 2 do
  local max, window = tonumber(ARGV[i]), tonumber(ARGV[i + 1])
  local blocking = redis.call('ZREVRANGE', KEYS[1], max - 1, max - 1, 'WITHSCORES')
  if blocking[2] then wait = math.max(wait, tonumber(blocking[2]) + window - now) end
end
if wait > 0 then return { wait, '' } end
while redis.call('ZADD', KEYS[1], 'NX', now, string.format('%.0f', now)) == 0 do now = now + 1 end
redis.call('PEXPIRE', KEYS[1], math.ceil(longest / 1000))
return { 0, string.format('%.0f', now) }`;

const maxLocalLogs = 100_000;

/**
 * Counts attempts within hours and days, exactly and across all processes. Rejected attempts are not counted. While Redis is
 * unavailable, each process counts separately.
 */
@Injectable()
export class AttemptLimiter {
  private readonly redis: WithScript;
  private readonly local = new LRUCache<string, number[]>({
    // `max` would reserve memory for all of them at the start.
    maxSize: maxLocalLogs,
    sizeCalculation: () => 1,
    ttl: daySeconds * 1_000,
  });

  constructor(@Inject(Redis) redis: Redis) {
    redis.defineCommand('takeAttempt', { numberOfKeys: 1, lua: script });
    this.redis = redis as WithScript;
  }

  /** @param windows shortest first */
  async take(subject: string, windows: readonly AttemptWindow[]): Promise<Attempt> {
    const log = `attempts:${subject}`;
    const values = windows.flatMap(({ max, seconds }) => [max, seconds * 1_000_000]);
    let reply: Reply;
    try {
      reply = await this.redis.takeAttempt(log, ...values);
    } catch {
      // The Redis client logs the reason. A limit per process is better than no limit and better than an error.
      return this.takeLocally(log, windows);
    }
    const [waitUs, id] = reply;
    if (waitUs > 0) return { allowed: false, retryAfterSeconds: Math.ceil(waitUs / 1_000_000) };
    return { allowed: true, release: () => this.release(log, id) };
  }

  /** Throws {@link AppError} `rate_limited`. */
  async takeOrThrow(subject: string, windows: readonly AttemptWindow[]): Promise<AllowedAttempt> {
    const attempt = await this.take(subject, windows);
    if (attempt.allowed) return attempt;
    throw new AppError('rate_limited').withHeaders({ 'Retry-After': String(attempt.retryAfterSeconds) });
  }

  /** The attempt stays counted if Redis is unavailable: an error would reject a correct password. */
  private async release(log: string, id: string): Promise<void> {
    await this.redis.zrem(log, id).catch(() => undefined);
  }

  private takeLocally(log: string, windows: readonly AttemptWindow[]): Attempt {
    const nowMs = performance.now();
    const longestMs = (windows.at(-1)?.seconds ?? 0) * 1_000;
    const times = (this.local.get(log) ?? []).filter((timeMs) => timeMs > nowMs - longestMs);
    const waitsMs = windows.map(({ max, seconds }) => (times.at(-max) ?? -Infinity) + seconds * 1_000 - nowMs);
    const waitMs = Math.max(...waitsMs);
    if (waitMs > 0) return { allowed: false, retryAfterSeconds: Math.ceil(waitMs / 1_000) };
    this.local.set(log, [...times, nowMs]);
    const release = () => {
      this.local.set(log, withoutFirst(this.local.get(log) ?? [], nowMs));
      return Promise.resolve();
    };
    return { allowed: true, release };
  }
}

/** Two attempts can have the same time. */
function withoutFirst(times: readonly number[], time: number): number[] {
  const position = times.indexOf(time);
  return times.filter((_, index) => index !== position);
}
