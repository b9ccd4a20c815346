import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../common/secret-box.js';
import { Audit, type OtherActor } from '../../platform/audit/audit.js';
import type { Transaction } from '../../platform/database/databases.service.js';
import { formatWebhookSecret, secretBytes } from './webhook-secret.js';

/** Deletes all endpoints of an organization in one tier, and replaces its signing secret. */
@Injectable()
export class WebhookDiscard {
  constructor(private readonly box: SecretBox) {}

  async removeAll(tx: Transaction, actor: OtherActor & { organizationId: string }, reason: string): Promise<void> {
    const { organizationId } = actor;
    const endpoints = await tx.webhookEndpoint.findMany({ where: { organizationId }, select: { id: true, url: true } });
    await tx.webhookEndpoint.deleteMany({ where: { organizationId } });
    await tx.webhookSecret.deleteMany({ where: { organizationId, owner: { not: organizationId } } });
    // Without the overlap of a rotation: a third party may know the previous secret.
    const { count } = await tx.webhookSecret.updateMany({
      where: { organizationId, owner: organizationId },
      data: {
        sealed: this.box.seal(formatWebhookSecret(randomBytes(secretBytes)), organizationId),
        previousSealed: null,
        previousUntil: null,
      },
    });
    await tx.$executeRaw`
      UPDATE webhook_deliveries SET status = 'canceled', next_attempt_at = NULL, completed_at = now()
      WHERE organization_id = ${organizationId}::uuid AND endpoint_id IS NOT NULL AND status = 'pending'`;
    const deleted = endpoints.map(({ id, url }) => ({
      action: 'webhook_endpoint.deleted' as const,
      subject: id,
      details: { host: new URL(url).host, reason },
    }));
    const rotated = { action: 'signing_secret.rotated' as const, subject: organizationId, details: { reason } };
    const events = [...deleted, ...(count > 0 ? [rotated] : [])];
    if (events.length > 0) await Audit.append(tx, actor, ...events);
  }
}
