import { Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { RateLimiter, type Taken } from './rate-limiter.service.js';

/** A storage for the Nest throttler with an exact sliding window. Its times are whole seconds. */
@Injectable()
export class SlidingWindowStorage implements ThrottlerStorage {
  constructor(private readonly limiter: RateLimiter) {}

  async increment(key: string, _ttlMs: number, limit: number) {
    return toCount(await this.limiter.take(key, limit), limit);
  }
}

/** Converts to the format of the throttler. */
export function toCount({ allowed, remaining, resetMs }: Taken, limit: number) {
  const resetSeconds = Math.max(1, Math.ceil(resetMs / 1_000));
  return {
    totalHits: allowed ? limit - remaining : limit + 1,
    timeToExpire: resetSeconds,
    isBlocked: !allowed,
    timeToBlockExpire: allowed ? 0 : resetSeconds,
  };
}
