import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import type { Caller, Tier } from '../common/identity/caller.js';
import { Audit, type OtherActor } from '../platform/audit/audit.js';
import type { Transaction } from '../platform/database/databases.service.js';
import { IdentityCache } from './identity-cache.service.js';

/** Revokes several keys of an organization in one tier. */
@Injectable()
export class ApiKeyDiscard {
  constructor(
    private readonly cache: IdentityCache,
    private readonly clock: Clock,
  ) {}

  /**
   * Resolves when all processes reject the keys. The tombstones precede the commit, so that no crash leaves a revoked key in the cache. If
   * the transaction fails, the keys work again when the tombstones expire.
   */
  async revoke(
    tx: Transaction,
    tier: Tier,
    actor: Caller | (OtherActor & { organizationId: string }),
    { ids, reason }: { ids: readonly string[]; reason: string },
  ): Promise<void> {
    const keys = await tx.apiKey.updateManyAndReturn({
      where: { id: { in: [...ids] }, organizationId: actor.organizationId, revokedAt: null },
      data: { revokedAt: this.clock.now() },
      select: { id: true, hash: true, name: true },
    });
    const events = keys.map(({ id, name }) => ({
      action: 'api_key.revoked' as const,
      subject: id,
      details: { name, reason },
    }));
    if (events.length > 0) await Audit.append(tx, actor, ...events);
    await this.cache.revoke(tier, ...keys.map(({ hash }) => Buffer.from(hash).toString('hex')));
  }
}
