import { Redis } from 'ioredis';
import type { Tier } from '../../src/common/identity/tier.js';
import { planSubject } from '../../src/platform/rate-limit/plan-limit.guard.js';
import { logOf } from '../../src/platform/rate-limit/sliding-window.js';

const script = `
local time = redis.call('TIME')
for _, request in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  redis.call('ZADD', KEYS[1], time[1] * 1000000 + time[2], request)
end`;

/** A hand on the requests that were counted against the plans of organizations. */
export class RateLog {
  private readonly redis: Redis;

  constructor(redisUrl: string) {
    this.redis = new Redis(redisUrl);
  }

  /** As if all had come at this moment: none leaves the window while a slow machine sends more. */
  async holdTime(organizationId: string, tier: Tier = 'sandbox'): Promise<void> {
    await this.redis.eval(script, 1, logOf(planSubject(tier, organizationId)));
  }

  close(): void {
    this.redis.disconnect();
  }
}
