import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller, Owner } from '../../common/identity/caller.js';
import { isPrefixedId } from '../../common/crypto.js';
import type { Reply } from '../../common/http/reply.js';
import { CursorCodec } from '../../common/pagination/cursor.js';
import { listOf, newestPage, type PageQuery } from '../../common/pagination/page.js';
import type { Settings } from '../../config/settings.js';
import { Audit, type OtherActor } from '../../platform/audit/audit.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import { Prisma, type WebhookEndpoint } from '../../platform/database/generated/client.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { rejectUndeliverable } from '../../platform/outbound/webhook-url.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { resumeLanes, endpointLane } from '../lane.js';
import { toRecord, type EndpointRecord, type UpdateEndpoint } from './webhook-endpoint.record.js';

/** The endpoints of the caller's organization in the caller's tier. What hands out secrets is in `WebhookEndpointIssuer`. */
@Injectable()
export class WebhookEndpoints {
  constructor(
    private readonly databases: Databases,
    private readonly cursors: CursorCodec,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(caller: Caller, { limit, cursor }: PageQuery): Promise<Reply<EndpointRecord[]>> {
    const { organizationId, tier } = caller;
    const page = { limit, cursor, list: listOf('webhook-endpoints', caller) };
    return newestPage(this.cursors, page, toRecord, ({ after, ...query }) =>
      this.databases.for(tier).webhookEndpoint.findMany({ where: { organizationId, ...after }, ...query }),
    );
  }

  async get(caller: Caller, id: string): Promise<EndpointRecord> {
    return toRecord(await this.find(caller, id));
  }

  /** A new URL or enabling the endpoint resets its health and ends the pause of its lane. Disabling it cancels its pending deliveries. */
  async update(caller: Caller, id: string, request: UpdateEndpoint): Promise<EndpointRecord> {
    const { enabled, url, events, description } = request;
    if (url !== undefined) rejectUndeliverable('url', url, caller.tier, this.settings);
    const before = await this.find(caller, id);
    const restarts = enabled === true || (url !== undefined && url !== before.url);
    const row = await this.databases.for(caller.tier).$transaction(async (tx) => {
      const [updated] = await tx.webhookEndpoint.updateManyAndReturn({
        where: { id, organizationId: caller.organizationId },
        data: {
          enabled,
          url,
          events,
          description,
          ...(restarts && { failingSince: null }),
          ...(enabled !== undefined && { disabledReason: null, disabledAt: enabled ? null : await databaseTime(tx) }),
        },
      });
      if (!updated) throw new AppError('webhook_endpoint_not_found');
      if (enabled === false) await tx.$executeRaw(cancelPending(caller.organizationId, [id]));
      if (restarts) {
        // A `Retry-After` of the previous URL does not apply any more.
        const lanes = [endpointLane(caller.organizationId, id)];
        await tx.$executeRaw(resumeLanes(lanes));
        await Outbox.append(tx, { kind: 'webhook_deliveries.due', payload: { lanes } });
      }
      const details = { fields: Object.keys(request), enabled: updated.enabled };
      await Audit.append(tx, caller, { action: 'webhook_endpoint.updated', subject: id, details });
      return updated;
    });
    return toRecord(row);
  }

  async remove(caller: Caller, id: string): Promise<{ id: string; deleted: true }> {
    const { organizationId, tier } = caller;
    await this.find(caller, id);
    await this.databases.for(tier).$transaction(async (tx) => {
      const { count } = await tx.webhookEndpoint.deleteMany({ where: { id, organizationId } });
      if (count > 0) await Audit.append(tx, caller, { action: 'webhook_endpoint.deleted', subject: id });
      await tx.webhookSecret.deleteMany({ where: { owner: id, organizationId } });
      await tx.$executeRaw(cancelPending(organizationId, [id]));
    });
    return { id, deleted: true };
  }

  /** Deletes several endpoints of an organization in the transaction of the caller, and cancels their pending deliveries. */
  async removeAll(
    tx: Transaction,
    actor: Caller | (OtherActor & { organizationId: string }),
    { ids, reason }: { ids: readonly string[]; reason: string },
  ): Promise<void> {
    const { organizationId } = actor;
    const where = { id: { in: [...ids] }, organizationId };
    const endpoints = await tx.webhookEndpoint.findMany({ where, select: { id: true, url: true } });
    await tx.webhookEndpoint.deleteMany({ where });
    await tx.webhookSecret.deleteMany({ where: { organizationId, owner: where.id } });
    await tx.$executeRaw(cancelPending(organizationId, ids));
    const action = 'webhook_endpoint.deleted' as const;
    const deleted = endpoints.map(({ id, url }) => ({
      action,
      subject: id,
      details: { host: new URL(url).host, reason },
    }));
    if (deleted.length > 0) await Audit.append(tx, actor, ...deleted);
  }

  /** Removes the own URLs of runs that are not finished, and cancels deliveries to such URLs. */
  async removeRunUrls(tx: Transaction, organizationId: string): Promise<void> {
    await tx.simulation.updateMany({
      where: { organizationId, webhookUrl: { not: null }, status: { in: ['queued', 'running'] } },
      data: { webhookUrl: null },
    });
    await tx.$executeRaw`
      UPDATE webhook_deliveries SET status = 'canceled', next_attempt_at = NULL, completed_at = now()
      WHERE organization_id = ${organizationId}::uuid AND endpoint_id IS NULL AND status = 'pending'`;
  }

  /** An endpoint of another organization is treated as missing. */
  async find({ tier, organizationId }: Owner, id: string): Promise<WebhookEndpoint> {
    const row = isPrefixedId('we', id)
      ? await this.databases.for(tier).webhookEndpoint.findFirst({ where: { id, organizationId } })
      : null;
    if (!row) throw new AppError('webhook_endpoint_not_found');
    return row;
  }
}

/** Cancels the pending deliveries of endpoints. They can be redelivered. */
export const cancelPending = (organizationId: string, endpointIds: readonly string[]) => Prisma.sql`
  UPDATE webhook_deliveries SET status = 'canceled', next_attempt_at = NULL, completed_at = now()
  WHERE organization_id = ${organizationId}::uuid AND endpoint_id = ANY(${[...endpointIds]}::text[]) AND status = 'pending'`;
