import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { LocalSlidingWindow, slidingWindowScript, windowMs, type Taken } from './sliding-window.js';

type WithScript = Redis & {
  slidingWindow(key: string, limit: number, windowUs: number): Promise<[number, number, number]>;
};

/** Counts over any 60 seconds. While Redis is away each process counts for itself, which `/v1/status` says. */
@Injectable()
export class RateLimiter {
  private readonly redis: WithScript;
  private readonly local = new LocalSlidingWindow();

  constructor(@Inject(Redis) redis: Redis) {
    redis.defineCommand('slidingWindow', { numberOfKeys: 1, lua: slidingWindowScript });
    this.redis = redis as WithScript;
  }

  async take(key: string, limit: number): Promise<Taken> {
    const name = `rate:${key}`;
    try {
      const [allowed, remaining, resetUs] = await this.redis.slidingWindow(name, limit, windowMs * 1_000);
      this.local.clear();
      return { allowed: allowed === 1, remaining: Math.max(0, remaining), resetMs: Math.ceil(resetUs / 1_000) };
    } catch {
      // The connection says why in the log; a limit of one process is better than none, and than no service.
      return this.local.take(name, limit, performance.now());
    }
  }
}
