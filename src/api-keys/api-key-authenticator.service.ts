import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { sha256Hex } from '../common/crypto.js';
import type { CredentialHolder, Tier } from '../common/identity/caller.js';
import { Databases } from '../platform/database/databases.service.js';
import type { Taken } from '../platform/rate-limit/rate-limiter.service.js';
import { ApiKeyUsage } from './api-key-usage.service.js';
import { fillTimeoutMs, IdentityCache, type CachedIdentity } from './identity-cache.service.js';
import { tierOfRawKey } from './raw-key.js';

/** The caller, and the rate limit result if the request was already counted. */
export interface Authenticated {
  caller: CredentialHolder;
  taken: Taken | undefined;
}

/** Authenticates raw API keys. */
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
