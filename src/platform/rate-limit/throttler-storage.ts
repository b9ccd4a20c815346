import { Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { RateLimiter } from './rate-limiter.service.js';

/** The throttler's storage over an exact sliding window; its times are whole seconds. */
@Injectable()
export class SlidingWindowStorage implements ThrottlerStorage {
  constructor(private readonly limiter: RateLimiter) {}

  async increment(key: string, _ttlMs: number, limit: number) {
    const { allowed, remaining, resetMs } = await this.limiter.take(key, limit);
    const resetSeconds = Math.max(1, Math.ceil(resetMs / 1_000));
    return {
      totalHits: allowed ? limit - remaining : limit + 1,
      timeToExpire: resetSeconds,
      isBlocked: !allowed,
      timeToBlockExpire: allowed ? 0 : resetSeconds,
    };
  }
}
