import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { Batch } from '../common/batch.js';
import { Clock } from '../common/clock.js';
import { EntrySigner, signatureLength } from '../common/entry-signer.js';
import { perTier, type Tier } from '../common/identity/caller.js';
import type { PlanTier } from '../config/plans.js';
import type { Settings } from '../config/settings.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { planSubject } from '../platform/rate-limit/limit.guard.js';
import {
  logOf,
  takeFunction,
  toTaken,
  type Taken,
  type TakeReply,
} from '../platform/rate-limit/rate-limiter.service.js';

const identityTtlMs = 5_000;
/** The result of a slower lookup is not cached, because it may predate a revocation. */
export const fillTimeoutMs = 1_000;
/** Longer than any cache fill that started before the revocation. */
const tombstoneTtlMs = 60_000;
const retryIntervalMs = 100;
const tombstone = 'revoked';
/** A client of Redis can write an entry again that has expired. Processes accept it this long: its lifetime and the difference of clocks. */
const maxEntryAgeMs = identityTtlMs + 30_000;
const warningIntervalMs = 60_000;
/** Entries whose signature was checked, about 500 bytes each. */
const maxOpened = 5_000;

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

/** An entry in Redis, as JSON. The script reads the fields of the identity at the top level. */
type StoredEntry = CachedIdentity & { writtenAtMs: number };

/** The content of an entry. */
interface StoredIdentity {
  identity: CachedIdentity;
  writtenAtMs: number;
}

type AdmitReply = null | [entry: string, ...TakeReply];

type WithScript = Redis & {
  admit(keyCount: number, ...keysAndArguments: string[]): Promise<AdmitReply[]>;
};

/**
 * Caches the identities of API keys in Redis, which all processes share. Processes do not cache them in memory. A revocation overwrites
 * the entry with a tombstone before it responds, and a cache fill never overwrites an entry. So a request that starts after the response
 * is never accepted. Entries are signed: an entry that a client of Redis forged or changed is ignored, and the database decides.
 */
@Injectable()
export class IdentityCache {
  private readonly logger = new Logger(IdentityCache.name);
  private readonly redis: WithScript;
  private readonly limits: string;
  private readonly admissions = perTier((tier) => new Batch((names: readonly string[]) => this.admitAll(tier, names)));
  /**
   * Entries with a valid signature, and the names for which they are valid. Redis returns an entry many times until it expires. An entry
   * is used only if Redis has just returned it, so that a revocation takes effect immediately.
   */
  private readonly opened = new LRUCache<string, { name: string; content: StoredIdentity | typeof tombstone }>({
    max: maxOpened,
  });
  private warnedAtMs = -Infinity;

  constructor(
    @Inject(Redis) redis: Redis,
    @Inject(SETTINGS) { planLimits }: Settings,
    private readonly clock: Clock,
    private readonly signer: EntrySigner,
  ) {
    redis.defineCommand('admit', { lua: admitScript });
    this.redis = redis as WithScript;
    this.limits = JSON.stringify(planLimits);
  }

  /**
   * Finds the identity and counts its request atomically. Returns undefined if the identity is not cached or Redis is unavailable.
   */
  async admit(tier: Tier, hash: string): Promise<Admission | typeof tombstone | undefined> {
    try {
      const name = nameOf(tier, hash);
      const reply = await this.admissions[tier].submit(name);
      if (reply === null) return undefined;
      const [entry, ...taken] = reply;
      const content = this.open(name, entry);
      if (content === undefined) return await this.refuse(tier, hash);
      if (content === tombstone) return tombstone;
      if (this.clock.now().getTime() - content.writtenAtMs > maxEntryAgeMs) return undefined;
      return { identity: content.identity, taken: toTaken(taken) };
    } catch {
      return undefined; // the Redis client logs the reason
    }
  }

  private open(name: string, entry: string): StoredIdentity | typeof tombstone | undefined {
    const known = this.opened.get(entry);
    if (known?.name === name) return known.content;
    const text = this.signer.open(name, entry);
    if (text === undefined) return undefined;
    const content = text === tombstone ? tombstone : parse(text);
    this.opened.set(entry, { name, content });
    return content;
  }

  /** Deletes an entry that this service did not write, so that the next request is cached again. */
  private async refuse(tier: Tier, hash: string): Promise<undefined> {
    if (performance.now() - this.warnedAtMs > warningIntervalMs) {
      this.warnedAtMs = performance.now();
      this.logger.warn({ tier }, 'refused a cached identity with a wrong signature');
    }
    await this.forget(tier, [hash]);
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
    const stored: StoredEntry = { ...identity, writtenAtMs: this.clock.now().getTime() };
    const name = nameOf(tier, hash);
    const entry = this.signer.sign(name, JSON.stringify(stored));
    this.redis.set(name, entry, 'PX', ttlMs, 'NX').catch((error: unknown) => {
      this.logger.debug({ error }, 'failed to cache identity');
    });
  }

  /**
   * Resolves when no process can find the identity. While Redis is unavailable, this waits until every entry has expired. The database
   * already contains the revocation, so that no new entries are written.
   */
  async revoke(tier: Tier, ...hashes: string[]): Promise<void> {
    const safeAtMs = performance.now() + identityTtlMs + fillTimeoutMs;
    for (;;) {
      try {
        // The client sends the commands of one turn of the event loop in one pipeline.
        await Promise.all(hashes.map((hash) => this.writeTombstone(nameOf(tier, hash))));
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

  private async writeTombstone(name: string): Promise<void> {
    await this.redis.set(name, this.signer.sign(name, tombstone), 'PX', tombstoneTtlMs);
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

/**
 * The key of the rate limit log depends on the identity, so that it cannot be one of KEYS. The process checks the signature afterwards. An
 * entry that is not an identity must not fail the other entries of the batch.
 */
const admitScript = `${takeFunction}
local limits = cjson.decode(ARGV[2])
local replies = {}
for index, name in ipairs(KEYS) do
  local entry = redis.pcall('GET', name)
  local isText = type(entry) == 'string'
  replies[index] = isText and { entry }
  local isIdentity, identity = pcall(cjson.decode, isText and string.sub(entry, ${signatureLength + 1}) or '')
  local limit = isIdentity and type(identity) == 'table' and limits[identity.planTier]
  if limit and type(identity.organizationId) == 'string' then
    local taken = take(ARGV[1] .. identity.organizationId, limit.requests_per_minute)
    replies[index] = { entry, unpack(taken) }
  end
end
return replies`;

const forgetScript = `
for _, name in ipairs(KEYS) do
  local entry = redis.pcall('GET', name)
  local isTombstone = type(entry) == 'string' and string.sub(entry, ${signatureLength + 1}) == ARGV[1]
  if entry and not isTombstone then redis.call('DEL', name) end
end`;

const nameOf = (tier: Tier, hash: string) => `identity:${tier}:${hash}`;

function parse(entry: string): StoredIdentity {
  const { writtenAtMs, ...identity } = JSON.parse(entry) as StoredEntry;
  return { identity, writtenAtMs };
}
