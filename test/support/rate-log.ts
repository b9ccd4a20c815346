import { Redis } from 'ioredis';
import type { Tier } from '../../src/common/identity/caller.js';
import { planSubject } from '../../src/platform/rate-limit/limit.guard.js';
import { logOf } from '../../src/platform/rate-limit/rate-limiter.service.js';

const script = `
local time = redis.call('TIME')
for _, request in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  redis.call('ZADD', KEYS[1], time[1] * 1000000 + time[2], request)
end`;

/** Changes the requests that the rate limiter has counted. */
export class RateLog {
  private readonly redis: Redis;

  constructor(redisUrl: string) {
    this.redis = new Redis(redisUrl);
  }

  /** Sets the time of all counted requests to now, so that none leaves the window on a slow machine. */
  async moveAllToNow(organizationId: string, tier: Tier = 'sandbox'): Promise<void> {
    await this.redis.eval(script, 1, logOf(planSubject(tier, organizationId)));
  }

  /** Counts requests of an address for a policy. */
  addRequests(address: string, policy: string, count: number): Promise<void> {
    return this.add(`address:${policy}:${address}`, count);
  }

  /** Counts requests of an organization for the limit of its plan. */
  addRequestsOf(organizationId: string, count: number, tier: Tier = 'sandbox'): Promise<void> {
    return this.add(planSubject(tier, organizationId), count);
  }

  private async add(subject: string, count: number): Promise<void> {
    const [seconds, microseconds] = (await this.redis.time()) as unknown as [string, string];
    const now = Number(seconds) * 1_000_000 + Number(microseconds);
    const entries = Array.from({ length: count }, (_, k) => [now - k, `request ${k}`]).flat();
    await this.redis.zadd(logOf(subject), ...entries);
  }

  close(): void {
    this.redis.disconnect();
  }
}
