import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { SecretBox } from '../../common/secret-box.js';
import { Audit, type OtherActor } from '../../platform/audit/audit.js';
import type { Transaction } from '../../platform/database/databases.service.js';
import { formatWebhookSecret, secretBytes } from './webhook-secrets.service.js';

type Actor = Caller | (OtherActor & { organizationId: string });

/** Deletes endpoints of an organization in one tier, and replaces its signing secret. */
@Injectable()
export class WebhookDiscard {
  constructor(private readonly box: SecretBox) {}

  /** Cancels the pending deliveries too. */
  async remove(tx: Transaction, actor: Actor, { ids, reason }: { ids: readonly string[]; reason: string }) {
    const { organizationId } = actor;
    const where = { id: { in: [...ids] }, organizationId };
    const endpoints = await tx.webhookEndpoint.findMany({ where, select: { id: true, url: true } });
    await tx.webhookEndpoint.deleteMany({ where });
    await tx.webhookSecret.deleteMany({ where: { organizationId, owner: where.id } });
    await cancelDeliveries(tx, organizationId, ids);
    const deleted = endpoints.map(({ id, url }) => ({
      action: 'webhook_endpoint.deleted' as const,
      subject: id,
      details: { host: new URL(url).host, reason },
    }));
    if (deleted.length > 0) await Audit.append(tx, actor, ...deleted);
  }

  /** Without the overlap of a rotation: a third party may know the previous secret. */
  async replaceSigningSecret(tx: Transaction, actor: Actor, reason: string): Promise<void> {
    const { organizationId } = actor;
    const { count } = await tx.webhookSecret.updateMany({
      where: { organizationId, owner: organizationId },
      data: {
        sealed: this.box.seal(formatWebhookSecret(randomBytes(secretBytes)), organizationId),
        previousSealed: null,
        previousUntil: null,
      },
    });
    const rotated = { action: 'signing_secret.rotated' as const, subject: organizationId, details: { reason } };
    if (count > 0) await Audit.append(tx, actor, rotated);
  }

  /** Removes the own URLs of runs that are not finished, and cancels deliveries to such URLs. */
  async removeRunUrls(tx: Transaction, { organizationId }: Actor): Promise<void> {
    await tx.simulation.updateMany({
      where: { organizationId, webhookUrl: { not: null }, status: { in: ['queued', 'running'] } },
      data: { webhookUrl: null },
    });
    await tx.$executeRaw`
      UPDATE webhook_deliveries SET status = 'canceled', next_attempt_at = NULL, completed_at = now()
      WHERE organization_id = ${organizationId}::uuid AND endpoint_id IS NULL AND status = 'pending'`;
  }
}

async function cancelDeliveries(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE webhook_deliveries SET status = 'canceled', next_attempt_at = NULL, completed_at = now()
    WHERE organization_id = ${organizationId}::uuid AND endpoint_id = ANY(${[...ids]}::text[]) AND status = 'pending'`;
}
