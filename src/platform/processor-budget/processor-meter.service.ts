import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';

const minuteMs = 60_000;

type WithScript = Redis & { useProcessor(meter: string, limitMs: number, usedMs: number): Promise<number> };

/**
 * Adds used time to a meter, which falls by the limit in each minute, and returns the time until it is below the limit. With the clock of
 * Redis. ARGV: limit and used time, in milliseconds.
 */
const script = `
local limit, used = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local stored = redis.call('HMGET', KEYS[1], 'level', 'at')
-- The clock can go back after a failover.
local elapsed = math.max(0, now - (tonumber(stored[2]) or now))
local level = math.max(0, (tonumber(stored[1]) or 0) - elapsed * limit / ${minuteMs})
if used > 0 then
  level = level + used
  redis.call('HSET', KEYS[1], 'level', level, 'at', now)
  redis.call('PEXPIRE', KEYS[1], math.ceil(level * ${minuteMs} / limit) + 1)
end
if level < limit then return 0 end
return math.ceil((level - limit) * ${minuteMs} / limit) + 1`;

const maxLocalMeters = 10_000;

interface Level {
  ms: number;
  atMs: number;
}

/**
 * Measures processor time in all processes. A long computation is counted after its end and also above the limit: the meter then needs
 * longer than a minute to fall. While Redis is unavailable, each process measures separately.
 */
@Injectable()
export class ProcessorMeter {
  private readonly redis: WithScript;
  private readonly local = new LRUCache<string, Level>({ maxSize: maxLocalMeters, sizeCalculation: () => 1 });

  constructor(@Inject(Redis) redis: Redis) {
    redis.defineCommand('useProcessor', { numberOfKeys: 1, lua: script });
    this.redis = redis as WithScript;
  }

  /** Adds time, and returns the time until more may be used: 0 if it may be now. */
  async use(subject: string, limitMs: number, usedMs: number): Promise<number> {
    const meter = `processor:${subject}`;
    try {
      return await this.redis.useProcessor(meter, limitMs, usedMs);
    } catch {
      // The Redis client logs the reason. A limit per process is better than no limit and better than an error.
      return this.useLocally(meter, limitMs, usedMs);
    }
  }

  private useLocally(meter: string, limitMs: number, usedMs: number): number {
    const nowMs = performance.now();
    const before = this.local.get(meter) ?? { ms: 0, atMs: nowMs };
    const ms = Math.max(0, before.ms - ((nowMs - before.atMs) * limitMs) / minuteMs) + usedMs;
    this.local.set(meter, { ms, atMs: nowMs });
    return ms < limitMs ? 0 : Math.ceil(((ms - limitMs) * minuteMs) / limitMs) + 1;
  }
}
