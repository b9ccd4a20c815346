import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import type { PlanTier } from '../config/plans.js';
import type { Tier } from '../common/identity/tier.js';

/** How long an identity may be told from Redis without asking the database. */
const identityTtlMs = 5_000;
/** A look-up that took longer is not put into the cache: it may tell of a time before a revocation. */
export const fillTimeoutMs = 1_000;
/** Longer than any fill that was under way when the key was revoked. */
const tombstoneTtlMs = 60_000;
const retryIntervalMs = 100;
const tombstone = 'revoked';

export interface CachedIdentity {
  keyId: string;
  organizationId: string;
  planTier: PlanTier;
  scopes: string[];
  expiresAtMs: number | null;
}

/**
 * Identities of keys in Redis, shared by all processes; none is kept in a process. A revocation overwrites the entry with a tombstone
 * and answers only after that, and a fill never overwrites anything: whatever was being filled at that moment, no request that starts
 * after the answer is let in.
 */
@Injectable()
export class IdentityCache {
  private readonly logger = new Logger(IdentityCache.name);

  constructor(@Inject(Redis) private readonly redis: Redis) {}

  /** Undefined when nothing is known, also while Redis is away: ask the database. */
  async get(tier: Tier, hash: string): Promise<CachedIdentity | typeof tombstone | undefined> {
    try {
      const text = await this.redis.get(nameOf(tier, hash));
      if (text === null) return undefined;
      return text === tombstone ? tombstone : (JSON.parse(text) as CachedIdentity);
    } catch {
      return undefined; // the connection says why in the log
    }
  }

  /** Does not wait: the next request finds it, or fills again. */
  fill(tier: Tier, hash: string, identity: CachedIdentity): void {
    this.redis.set(nameOf(tier, hash), JSON.stringify(identity), 'PX', identityTtlMs, 'NX').catch((error: unknown) => {
      this.logger.debug({ error }, 'an identity was not cached');
    });
  }

  /**
   * Resolves when no process can find the identity any more. While Redis is away that is when every entry there has expired:
   * the commit in the database, which came before, keeps new ones out.
   */
  async revoke(tier: Tier, hash: string): Promise<void> {
    const safeAtMs = performance.now() + identityTtlMs + fillTimeoutMs;
    for (;;) {
      try {
        await this.redis.set(nameOf(tier, hash), tombstone, 'PX', tombstoneTtlMs);
        return;
      } catch (error) {
        if (performance.now() > safeAtMs) {
          this.logger.warn({ error }, 'a revocation waited until the cached identity had expired');
          return;
        }
        await sleep(retryIntervalMs);
      }
    }
  }

  /** After a change of an organization's plan: the next request reads it anew. While Redis is away, within the entries' seconds. */
  async forget(tier: Tier, hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return;
    // Only entries that tell an identity: a tombstone stays.
    const names = hashes.map((hash) => nameOf(tier, hash));
    await this.redis.eval(forgetScript, names.length, ...names, tombstone).catch((error: unknown) => {
      this.logger.warn({ error }, `the plan takes effect within ${identityTtlMs / 1_000} s`);
    });
  }
}

const forgetScript = `
for _, name in ipairs(KEYS) do
  if redis.call('GET', name) ~= ARGV[1] then redis.call('DEL', name) end
end`;

const nameOf = (tier: Tier, hash: string) => `identity:${tier}:${hash}`;
