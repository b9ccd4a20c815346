import { Injectable, Logger } from '@nestjs/common';
import { tiers, type Tier } from '../../common/identity/tier.js';
import { Owners } from '../../organizations/owners.service.js';
import type { AuditAction } from '../../platform/audit/audit-actions.js';
import { Databases } from '../../platform/database/databases.service.js';
import { discardedMail, type DiscardedObject } from './discarded.mail.js';
import { discardReason } from './unverified-accounts.service.js';

const kinds: Partial<Record<AuditAction, DiscardedObject['kind']>> = {
  'api_key.revoked': 'API key',
  'share_link.revoked': 'Share link',
  'webhook_endpoint.deleted': 'Webhook endpoint',
  'workflow.deprecated': 'Workflow version',
  'dataset.deleted': 'Dataset',
  'population.deleted': 'Population',
  'calibration.deleted': 'Calibration',
};

/** Notifies the owner of an account what was deleted with the first sign-in by link. */
@Injectable()
export class DiscardNotice {
  private readonly logger = new Logger(DiscardNotice.name);

  constructor(
    private readonly databases: Databases,
    private readonly owners: Owners,
  ) {}

  /** Rejects if the mail server or a database is unavailable. The caller should retry. */
  async send(organizationId: string): Promise<void> {
    const perTier = await Promise.all(tiers.map((tier) => this.discardedIn(tier, organizationId)));
    const discarded = perTier.flat();
    this.logger.warn({ organization_id: organizationId, count: discarded.length }, 'unverified account discarded');
    await this.owners.notify(organizationId, (to) => discardedMail({ to, discarded }));
  }

  /** The audit log of the tier is complete, even if the first attempt to verify failed after the commit of the sandbox database. */
  private async discardedIn(tier: Tier, organizationId: string): Promise<DiscardedObject[]> {
    const rows = await this.databases.for(tier).auditEntry.findMany({
      where: { organizationId, actorKind: 'system', action: { in: Object.keys(kinds) } },
      orderBy: { id: 'asc' },
      select: { action: true, subject: true, details: true },
    });
    return rows.flatMap(({ action, subject: id, details }) => {
      const kind = kinds[action as AuditAction];
      const isDiscarded = (details as { reason?: unknown }).reason === discardReason;
      return kind && isDiscarded ? [{ kind, id, tier }] : [];
    });
  }
}
