import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { sha256Hex } from '../common/crypto.js';
import { type CredentialHolder, perTier, type Tier, tiers } from '../common/identity/caller.js';
import { Databases } from '../platform/database/databases.service.js';
import type { Taken } from '../platform/rate-limit/rate-limiter.service.js';
import { fillTimeoutMs, IdentityCache, type CachedIdentity } from './identity-cache.service.js';
import { tierOfRawKey } from './raw-key.js';

const flushIntervalMs = 5_000;
const precisionMs = 60_000;

/** Records when each key was last used. Collects the times in memory and writes them in the background, at most once a minute per key. */
@Injectable()
export class ApiKeyUsage implements OnApplicationShutdown {
  private readonly logger = new Logger(ApiKeyUsage.name);
  private readonly used = perTier(() => new Map<string, Date>());
  private readonly timer = setInterval(() => void this.flush(), flushIntervalMs).unref();

  constructor(
    private readonly databases: Databases,
    private readonly clock: Clock,
  ) {}

  touch(tier: Tier, keyId: string): void {
    this.used[tier].set(keyId, this.clock.now());
  }

  async flush(): Promise<void> {
    await Promise.all(tiers.map((tier) => this.write(tier)));
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  private async write(tier: Tier): Promise<void> {
    const entries = [...this.used[tier]];
    if (entries.length === 0) return;
    this.used[tier].clear();
    const ids = entries.map(([id]) => id);
    const times = entries.map(([, time]) => time);
    try {
      await this.databases.for(tier).$executeRaw`
        UPDATE api_keys SET last_used_at = used.at
        FROM unnest(${ids}::uuid[], ${times}::timestamptz[]) AS used (id, at)
        WHERE api_keys.id = used.id
          AND (last_used_at IS NULL OR last_used_at <= used.at - ${precisionMs} * interval '1 millisecond')`;
    } catch (error) {
      this.logger.warn({ error, tier }, 'failed to record api key usage');
    }
  }
}

/** The caller, and the rate limit result if the request was already counted. */
export interface Authenticated {
  caller: CredentialHolder;
  taken: Taken | undefined;
}

@Injectable()
export class ApiKeyAuthenticator {
  constructor(
    private readonly databases: Databases,
    private readonly cache: IdentityCache,
    private readonly usage: ApiKeyUsage,
    private readonly clock: Clock,
  ) {}

  /** Returns undefined for a malformed, unknown, expired or revoked key, so that callers cannot distinguish these cases. */
  async authenticate(rawKey: string): Promise<Authenticated | undefined> {
    const tier = tierOfRawKey(rawKey);
    if (!tier) return undefined;
    const hash = sha256Hex(rawKey);
    const cached = await this.cache.admit(tier, hash);
    if (cached === 'revoked') return undefined;
    const identity = cached?.identity ?? (await this.lookUp(tier, hash));
    if (!identity) return undefined;
    const { keyId, expiresAtMs, organizationId, planTier, scopes } = identity;
    if (expiresAtMs !== null && expiresAtMs <= this.clock.now().getTime()) return undefined;
    this.usage.touch(tier, keyId);
    const expiresAt = expiresAtMs === null ? null : new Date(expiresAtMs);
    const caller = { organizationId, planTier, tier, scopes, method: 'api_key' as const, keyId, expiresAt };
    return { caller, taken: cached?.taken };
  }

  private async lookUp(tier: Tier, hash: string): Promise<CachedIdentity | undefined> {
    const startedAtMs = performance.now();
    const key = await this.databases.for(tier).apiKey.findUnique({
      where: { hash: new Uint8Array(Buffer.from(hash, 'hex')) },
      include: { organization: { select: { planTier: true } } },
    });
    if (!key || key.revokedAt) return undefined;
    const identity: CachedIdentity = {
      keyId: key.id,
      organizationId: key.organizationId,
      planTier: key.organization.planTier,
      scopes: key.scopes,
      expiresAtMs: key.expiresAt?.getTime() ?? null,
    };
    const fresh = performance.now() - startedAtMs < fillTimeoutMs;
    if (fresh) this.cache.fill(tier, hash, identity);
    return identity;
  }
}
