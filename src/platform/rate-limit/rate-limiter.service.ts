import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { AppError } from '../../common/errors/app-error.js';
import { LocalSlidingWindow, logOf, takeFunction, toTaken, type Taken, type TakeReply } from './sliding-window.js';

type WithScript = Redis & { takeOne(log: string, limit: number): Promise<TakeReply> };

const script = `${takeFunction}
return take(KEYS[1], tonumber(ARGV[1]))`;

/** Counts requests in any 60 seconds. While Redis is unavailable, each process counts separately, and `/v1/status` reports that. */
@Injectable()
export class RateLimiter {
  private readonly redis: WithScript;
  private readonly local = new LocalSlidingWindow();

  constructor(@Inject(Redis) redis: Redis) {
    redis.defineCommand('takeOne', { numberOfKeys: 1, lua: script });
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

  /** For limits on a value in the request body. Throws {@link AppError} `rate_limited`. */
  async takeOrThrow(subject: string, limit: number): Promise<void> {
    const { allowed, resetMs } = await this.take(subject, limit);
    if (allowed) return;
    throw new AppError('rate_limited').withHeaders({ 'Retry-After': String(Math.ceil(resetMs / 1_000)) });
  }
}
