import type { Redis } from 'ioredis';
import type { Owner } from '../common/identity/caller.js';
import type { FactoryProvider } from '@nestjs/common';
import { Databases } from '../platform/database/databases.service.js';

type WithScript = Redis & { takeFromBudgets(count: number, ...keysAndValues: (string | number)[]): Promise<0 | 1> };

/**
 * Redis runs it atomically, so that concurrent requests never exceed a limit: the amount is counted in all counters or in none. Counters end
 * with the UTC day of the Redis clock.
 */
const script = `
local amount = ARGV[1]
for k, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or '0') + amount > tonumber(ARGV[k + 1]) then return 0 end
end
for _, key in ipairs(KEYS) do
  redis.call('INCRBY', key, amount)
  if redis.call('TTL', key) < 0 then
    local today = math.floor(redis.call('TIME')[1] / 86400)
    redis.call('EXPIREAT', key, (today + 1) * 86400)
  end
end
return 1`;

/** Limits for several organizations together. Requests of all kinds count. */
export interface SharedLimits {
  all: number;
  unverified: number;
  isVerified: (owner: Owner) => Promise<boolean>;
}

/** Limits the use of the language model per organization and UTC day, over all processes and tiers, and within the shared limits. */
export class DailyBudget {
  private readonly redis: WithScript;

  /** @param name what is counted, as a part of the Redis key */
  constructor(
    redis: Redis,
    private readonly name: string,
    private readonly limit: number,
    private readonly shared?: SharedLimits,
  ) {
    redis.defineCommand('takeFromBudgets', { lua: script });
    this.redis = redis as WithScript;
  }

  /** Counts an amount. False if a budget does not have it. Throws if Redis or the database is unavailable. */
  async take(owner: Owner, amount = 1): Promise<boolean> {
    const limits: [string, number][] = [[this.keyOf(owner), this.limit]];
    if (this.shared) {
      const { all, unverified, isVerified } = this.shared;
      limits.push(['language-model:all', all]);
      // Anyone can create many organizations with addresses of third parties.
      if (!(await isVerified(owner))) limits.push(['language-model:unverified', unverified]);
    }
    const keys = limits.map(([key]) => key);
    return (await this.redis.takeFromBudgets(keys.length, ...keys, amount, ...limits.map(([, limit]) => limit))) === 1;
  }

  /** Adds the difference between the used and the taken amount, which can be negative. It is also counted above the limit. */
  async correct(owner: Owner, amount: number): Promise<void> {
    await this.redis.takeFromBudgets(1, this.keyOf(owner), amount, Number.MAX_SAFE_INTEGER);
  }

  private keyOf({ organizationId }: Owner): string {
    return `language-model:${this.name}:${organizationId}`;
  }
}

export const IS_VERIFIED = Symbol('IS_VERIFIED');

/** Reads it for each paid request, so that a verification applies to the next one. */
export const isVerifiedProvider: FactoryProvider<SharedLimits['isVerified']> = {
  provide: IS_VERIFIED,
  inject: [Databases],
  useFactory:
    (databases: Databases) =>
    async ({ organizationId, tier }: Owner) => {
      const { rows } = await databases.sql(tier).query<{ is_verified: boolean }>({
        name: 'is organization verified',
        text: 'SELECT is_verified FROM organizations WHERE id = $1',
        values: [organizationId],
      });
      return rows[0]?.is_verified ?? false;
    },
};
