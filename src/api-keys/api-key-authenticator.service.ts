import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/identity/caller.js';
import { Databases } from '../platform/database/databases.service.js';
import { fingerprint, tierOfRawKey } from './raw-key.js';

/** From a raw key to the caller it stands for. */
@Injectable()
export class ApiKeyAuthenticator {
  constructor(private readonly databases: Databases) {}

  /** Undefined for a key that is malformed, unknown, expired or revoked: from outside they look the same. */
  async authenticate(rawKey: string): Promise<Caller | undefined> {
    const tier = tierOfRawKey(rawKey);
    if (!tier) return undefined;
    const key = await this.databases.for(tier).apiKey.findUnique({
      where: { hash: fingerprint(rawKey).hash },
      include: { organization: { select: { planTier: true } } },
    });
    if (!key || key.revokedAt || (key.expiresAt && key.expiresAt <= new Date())) return undefined;
    return {
      organizationId: key.organizationId,
      planTier: key.organization.planTier,
      tier,
      scopes: key.scopes,
      method: 'api_key',
      keyId: key.id,
    };
  }
}
