import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller, Owner } from '../../common/identity/caller.js';
import { isPrefixedId } from '../../common/crypto.js';
import type { Reply } from '../../common/http/reply.js';
import { CursorCodec } from '../../common/pagination/cursor.js';
import { listOf, newestPage } from '../../common/pagination/page.js';
import type { Settings } from '../../config/settings.js';
import { Audit } from '../../platform/audit/audit.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import { Prisma, type WebhookEndpoint } from '../../platform/database/generated/client.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { rejectUndeliverable } from '../../platform/outbound/webhook-url.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { resumeLanes, endpointLane } from '../lane.js';
import { toRecord, type EndpointRecord, type ListEndpoints, type UpdateEndpoint } from './webhook-endpoint.record.js';

/** The endpoints of the caller's organization in the caller's tier. What hands out secrets is in `WebhookEndpointIssuer`. */
@Injectable()
export class WebhookEndpoints {
  constructor(
    private readonly databases: Databases,
    private readonly cursors: CursorCodec,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(caller: Caller, { limit, cursor }: ListEndpoints): Promise<Reply<EndpointRecord[]>> {
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
    const { enabled, url } = request;
    if (url !== undefined) rejectUndeliverable('url', url, caller.tier, this.settings);
    const before = await this.find(caller, id);
    const restarts = enabled === true || (url !== undefined && url !== before.url);
    const row = await this.databases.for(caller.tier).$transaction(async (tx) => {
      const [updated] = await tx.webhookEndpoint.updateManyAndReturn({
        where: { id, organizationId: caller.organizationId },
        data: {
          ...definedOf(request),
          ...(restarts && { failingSince: null }),
          ...(enabled !== undefined && { disabledReason: null, disabledAt: enabled ? null : await databaseTime(tx) }),
        },
      });
      if (!updated) throw new AppError('webhook_endpoint_not_found');
      if (enabled === false) await tx.$executeRaw(cancelPending(caller.organizationId, id));
      if (restarts) await resumeLane(tx, endpointLane(caller.organizationId, id));
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
      await tx.$executeRaw(cancelPending(organizationId, id));
    });
    return { id, deleted: true };
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

/** Cancels the pending deliveries of an endpoint. They can be redelivered. */
export const cancelPending = (organizationId: string, endpointId: string) => Prisma.sql`
  UPDATE webhook_deliveries SET status = 'canceled', next_attempt_at = NULL, completed_at = now()
  WHERE organization_id = ${organizationId}::uuid AND endpoint_id = ${endpointId} AND status = 'pending'`;

/** A `Retry-After` of the previous URL does not apply any more. */
async function resumeLane(tx: Transaction, lane: string): Promise<void> {
  await tx.$executeRaw(resumeLanes([lane]));
  await Outbox.append(tx, { kind: 'webhook_deliveries.due', payload: { lanes: [lane] } });
}

function definedOf({ url, events, description, enabled }: UpdateEndpoint) {
  return {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events }),
    ...(description !== undefined && { description }),
    ...(enabled !== undefined && { enabled }),
  };
}
