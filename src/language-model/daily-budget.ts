import type { Redis } from 'ioredis';

type WithScript = Redis & { takeFromBudget(key: string, limit: number): Promise<0 | 1> };

/** Redis runs it atomically, so that concurrent requests never exceed the limit. Counters end with the UTC day of the Redis clock. */
const script = `
if tonumber(redis.call('GET', KEYS[1]) or '0') >= tonumber(ARGV[1]) then return 0 end
if redis.call('INCR', KEYS[1]) == 1 then
  local today = math.floor(redis.call('TIME')[1] / 86400)
  redis.call('EXPIREAT', KEYS[1], (today + 1) * 86400)
end
return 1`;

/** Limits the requests to the language model per organization and UTC day, over all processes and tiers. */
export class DailyBudget {
  private readonly redis: WithScript;

  constructor(
    redis: Redis,
    private readonly limit: number,
  ) {
    redis.defineCommand('takeFromBudget', { numberOfKeys: 1, lua: script });
    this.redis = redis as WithScript;
  }

  /** Counts one request. False if the budget is used up. Throws if Redis is unavailable. */
  async take(organizationId: string): Promise<boolean> {
    return (await this.redis.takeFromBudget(`language-model:budget:${organizationId}`, this.limit)) === 1;
  }
}
