import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { sha256 } from '../../common/crypto.js';
import type { Origin, Tier } from '../../common/identity/caller.js';
import { Audit } from '../../platform/audit/audit.js';
import { Databases } from '../../platform/database/databases.service.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { IdentityCache } from '../identity-cache.service.js';
import { tierOfRawKey } from '../raw-key.js';

/** Longer than any case takes, so that the response time does not reveal whether the key exists. */
const minResponseMs = 250;

/** Revokes leaked keys that third parties report. */
@Injectable()
export class LeakedKeys {
  constructor(
    private readonly databases: Databases,
    private readonly cache: IdentityCache,
    private readonly clock: Clock,
  ) {}

  /** A reporter who has the whole key could also use it, so no other authentication is needed. The response is always the same. */
  async report(rawKey: string, origin: Origin): Promise<{ received: true }> {
    const tier = tierOfRawKey(rawKey);
    if (tier) await Promise.all([this.revoke(tier, sha256(rawKey), origin), sleep(minResponseMs)]);
    return { received: true };
  }

  private async revoke(tier: Tier, hash: Buffer, origin: Origin): Promise<void> {
    await this.databases.for(tier).$transaction(async (tx) => {
      const [key] = await tx.apiKey.updateManyAndReturn({
        where: { hash: new Uint8Array(hash), revokedAt: null },
        data: { revokedAt: this.clock.now() },
      });
      if (!key) return;
      const { id, organizationId, name } = key;
      const reporter = { organizationId, kind: 'leak_report' as const, origin };
      await Audit.append(tx, reporter, { action: 'api_key.leaked', subject: id, details: { name } });
      await Outbox.append(tx, { kind: 'api_key.leaked', payload: { key_id: id } });
    });
    // Also if the key was already revoked: that process may have ended before it updated the cache.
    await this.cache.revoke(tier, hash.toString('hex'));
  }
}
