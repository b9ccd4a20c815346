import { type Tier, tiers } from '../../common/identity/caller.js';
import type { Mail } from '../../platform/mail/mailers.js';
import { noticeMail } from '../../platform/mail/notice.js';
import { Injectable, Logger } from '@nestjs/common';
import { Owners } from '../../organizations/organizations.service.js';
import type { AuditAction } from '../../platform/audit/audit-actions.js';
import { Databases } from '../../platform/database/databases.service.js';
import { discardReason } from './unverified-accounts.service.js';

interface DiscardedObject {
  kind: 'API key' | 'Share link' | 'Webhook endpoint' | 'Workflow version' | 'Dataset' | 'Population' | 'Calibration';
  id: string;
  tier: Tier;
}

const maxListed = 100;

/** Names objects by id only: a third party may have chosen their names and URLs, to send the owner a message in our name. */
function discardedMail({ to, discarded }: { to: string; discarded: readonly DiscardedObject[] }): Mail {
  const listed = discarded.slice(0, maxListed).map(({ kind, id, tier }) => `${kind} ${id} (${tier} tier)`);
  const omitted = discarded.length - listed.length;
  const cause =
    'Your Simulation Service account was created with a password before you confirmed your email address. You have now signed in by email for the first time. Because a third party may have created the account, we removed its password, ended its sessions and replaced its signing secrets.';
  const list =
    discarded.length === 0
      ? 'The account had no API keys and nothing else that could have remained.'
      : 'We also ended everything that had been created in the account. Requests with these keys and links now fail:';
  const next =
    'If you created the account yourself, create new API keys (POST /v1/api-keys) and what else you need, and update your programs. GET /v1/audit-log shows what ended.';
  const rest = omitted > 0 ? [`And ${omitted} more.`] : [];
  return noticeMail({ to, subject: 'Unconfirmed account reset', paragraphs: [cause, list, ...listed, ...rest, next] });
}

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
