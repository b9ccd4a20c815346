import type { Redis } from 'ioredis';

type WithScript = Redis & { takeFromBudget(key: string, limit: number, amount: number): Promise<0 | 1> };

/** Redis runs it atomically, so that concurrent requests never exceed the limit. Counters end with the UTC day of the Redis clock. */
const script = `
if tonumber(redis.call('GET', KEYS[1]) or '0') + ARGV[2] > tonumber(ARGV[1]) then return 0 end
redis.call('INCRBY', KEYS[1], ARGV[2])
if redis.call('TTL', KEYS[1]) < 0 then
  local today = math.floor(redis.call('TIME')[1] / 86400)
  redis.call('EXPIREAT', KEYS[1], (today + 1) * 86400)
end
return 1`;

/** Limits the use of the language model per organization and UTC day, over all processes and tiers. */
export class DailyBudget {
  private readonly redis: WithScript;

  /** @param name what is counted, as a part of the Redis key */
  constructor(
    redis: Redis,
    private readonly name: string,
    private readonly limit: number,
  ) {
    redis.defineCommand('takeFromBudget', { numberOfKeys: 1, lua: script });
    this.redis = redis as WithScript;
  }

  /** Counts an amount. False if the budget does not have it. Throws if Redis is unavailable. */
  async take(organizationId: string, amount = 1): Promise<boolean> {
    return (await this.redis.takeFromBudget(this.keyOf(organizationId), this.limit, amount)) === 1;
  }

  /** Adds the difference between the used and the taken amount, which can be negative. It is also counted above the limit. */
  async correct(organizationId: string, amount: number): Promise<void> {
    await this.redis.takeFromBudget(this.keyOf(organizationId), Number.MAX_SAFE_INTEGER, amount);
  }

  private keyOf(organizationId: string): string {
    return `language-model:${this.name}:${organizationId}`;
  }
}
