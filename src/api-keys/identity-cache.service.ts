import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { Batch } from '../common/batch.js';
import { Clock } from '../common/clock.js';
import type { Tier } from '../common/identity/tier.js';
import type { PlanTier } from '../config/plans.js';
import type { Settings } from '../config/settings.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { planSubject } from '../platform/rate-limit/plan-limit.guard.js';
import { logOf, takeFunction, toTaken, type Taken, type TakeReply } from '../platform/rate-limit/sliding-window.js';

/** Maximum age of a cached identity. */
const identityTtlMs = 5_000;
/** The result of a slower lookup is not cached, because it may predate a revocation. */
export const fillTimeoutMs = 1_000;
/** Longer than any cache fill that started before the revocation. */
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

/** A cached identity whose request is already counted against the rate limit of its plan. */
export interface Admission {
  identity: CachedIdentity;
  taken: Taken;
}

type AdmitReply = null | typeof tombstone | [identity: string, ...TakeReply];

type WithScript = Redis & {
  admit(keyCount: number, ...keysAndArguments: string[]): Promise<AdmitReply[]>;
};

/**
 * Caches the identities of API keys in Redis, which all processes share. Processes do not cache them in memory. A revocation overwrites
 * the entry with a tombstone before it responds, and a cache fill never overwrites an entry. So a request that starts after the response
 * is never accepted.
 */
@Injectable()
export class IdentityCache {
  private readonly logger = new Logger(IdentityCache.name);
  private readonly redis: WithScript;
  private readonly limits: string;
  private readonly admissions: Record<Tier, Batch<string, AdmitReply>>;

  constructor(
    @Inject(Redis) redis: Redis,
    @Inject(SETTINGS) { planLimits }: Settings,
    private readonly clock: Clock,
  ) {
    redis.defineCommand('admit', { lua: admitScript });
    this.redis = redis as WithScript;
    this.limits = JSON.stringify(planLimits);
    this.admissions = {
      sandbox: new Batch((names) => this.admitAll('sandbox', names)),
      live: new Batch((names) => this.admitAll('live', names)),
    };
  }

  /**
   * Finds the identity and counts its request atomically. Returns undefined if the identity is not cached or Redis is unavailable.
   */
  async admit(tier: Tier, hash: string): Promise<Admission | typeof tombstone | undefined> {
    try {
      const reply = await this.admissions[tier].submit(nameOf(tier, hash));
      if (reply === null || reply === tombstone) return reply ?? undefined;
      const [identity, ...taken] = reply;
      return { identity: JSON.parse(identity) as CachedIdentity, taken: toTaken(taken) };
    } catch {
      return undefined; // the Redis client logs the reason
    }
  }

  private admitAll(tier: Tier, names: readonly string[]): Promise<AdmitReply[]> {
    return this.redis.admit(names.length, ...names, logOf(planSubject(tier, '')), this.limits);
  }

  /** Does not wait for Redis: if the write fails, the next request fills the cache. An entry expires no later than its key. */
  fill(tier: Tier, hash: string, identity: CachedIdentity): void {
    const { expiresAtMs } = identity;
    const leftMs = expiresAtMs === null ? identityTtlMs : expiresAtMs - this.clock.now().getTime();
    if (leftMs <= 0) return;
    const ttlMs = Math.min(identityTtlMs, leftMs);
    this.redis.set(nameOf(tier, hash), JSON.stringify(identity), 'PX', ttlMs, 'NX').catch((error: unknown) => {
      this.logger.debug({ error }, 'failed to cache identity');
    });
  }

  /**
   * Resolves when no process can find the identity. While Redis is unavailable, this waits until every entry has expired. The database
   * already contains the revocation, so that no new entries are written.
   */
  async revoke(tier: Tier, hash: string): Promise<void> {
    const safeAtMs = performance.now() + identityTtlMs + fillTimeoutMs;
    for (;;) {
      try {
        await this.redis.set(nameOf(tier, hash), tombstone, 'PX', tombstoneTtlMs);
        return;
      } catch (error) {
        if (performance.now() > safeAtMs) {
          this.logger.warn({ error }, 'revocation waited for cached identity to expire');
          return;
        }
        await sleep(retryIntervalMs);
      }
    }
  }

  /** Deletes cached identities after a plan change, so that the next request reads the new plan. While Redis is unavailable, they expire. */
  async forget(tier: Tier, hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return;
    // Deletes identities, but never tombstones.
    const names = hashes.map((hash) => nameOf(tier, hash));
    await this.redis.eval(forgetScript, names.length, ...names, tombstone).catch((error: unknown) => {
      this.logger.warn({ error, delay_ms: identityTtlMs }, 'failed to clear cached identity, plan change is delayed');
    });
  }
}

/** The key of the rate limit log depends on the identity, so that it cannot be one of KEYS. */
const admitScript = `${takeFunction}
local limits = cjson.decode(ARGV[2])
local replies = {}
for index, name in ipairs(KEYS) do
  local text = redis.call('GET', name)
  replies[index] = text
  if text and text ~= '${tombstone}' then
    local identity = cjson.decode(text)
    local taken = take(ARGV[1] .. identity.organizationId, limits[identity.planTier].requests_per_minute)
    replies[index] = { text, unpack(taken) }
  end
end
return replies`;

const forgetScript = `
for _, name in ipairs(KEYS) do
  if redis.call('GET', name) ~= ARGV[1] then redis.call('DEL', name) end
end`;

const nameOf = (tier: Tier, hash: string) => `identity:${tier}:${hash}`;
