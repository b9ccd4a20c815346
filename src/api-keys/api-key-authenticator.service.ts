import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import type { Caller } from '../common/identity/caller.js';
import type { Tier } from '../common/identity/tier.js';
import { Databases } from '../platform/database/databases.service.js';
import { ApiKeyUsage } from './api-key-usage.service.js';
import { fillTimeoutMs, IdentityCache, type CachedIdentity } from './identity-cache.service.js';
import { fingerprint, tierOfRawKey } from './raw-key.js';

/** From a raw key to the caller it stands for. */
@Injectable()
export class ApiKeyAuthenticator {
  constructor(
    private readonly databases: Databases,
    private readonly cache: IdentityCache,
    private readonly usage: ApiKeyUsage,
    private readonly clock: Clock,
  ) {}

  /** Undefined for a key that is malformed, unknown, expired or revoked: from outside they look the same. */
  async authenticate(rawKey: string): Promise<Caller | undefined> {
    const tier = tierOfRawKey(rawKey);
    if (!tier) return undefined;
    const { hash } = fingerprint(rawKey);
    const cached = await this.cache.get(tier, Buffer.from(hash).toString('hex'));
    const identity = cached ?? (await this.lookUp(tier, hash));
    if (!identity || identity === 'revoked') return undefined;
    const { keyId, expiresAtMs, organizationId, planTier, scopes } = identity;
    if (expiresAtMs !== null && expiresAtMs <= this.clock.now().getTime()) return undefined;
    this.usage.touch(tier, keyId);
    const expiresAt = expiresAtMs === null ? null : new Date(expiresAtMs);
    return { organizationId, planTier, tier, scopes, method: 'api_key', keyId, expiresAt };
  }

  private async lookUp(tier: Tier, hash: Uint8Array<ArrayBuffer>): Promise<CachedIdentity | undefined> {
    const startedAtMs = performance.now();
    const key = await this.databases.for(tier).apiKey.findUnique({
      where: { hash },
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
    if (fresh) this.cache.fill(tier, Buffer.from(hash).toString('hex'), identity);
    return identity;
  }
}
