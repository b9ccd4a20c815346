import { Injectable } from '@nestjs/common';
import { decompressText } from '../../common/compression.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller, Owner } from '../../common/identity/caller.js';
import { isPrefixedId } from '../../common/crypto.js';
import type { Reply } from '../../common/http/reply.js';
import { CursorCodec } from '../../common/pagination/cursor.js';
import { listOf, newestPage } from '../../common/pagination/page.js';
import { Databases } from '../../platform/database/databases.service.js';
import {
  maxAttemptsShown,
  toRecord,
  type DeliveryRecord,
  type DeliveryRow,
  type DeliveryWithBody,
  type ListDeliveries,
} from './webhook-delivery.record.js';

/** Omits the body of the event, which is as large as all other fields. */
const included = {
  event: { omit: { body: true, compressedBody: true } },
  attempts: { orderBy: { number: 'desc' as const }, take: maxAttemptsShown },
};

/** Prisma reads the deliveries and their attempts with one statement each: both must show the same moment. */
const sameMoment = { isolationLevel: 'RepeatableRead' } as const;

/** The log of deliveries of the caller's organization in the caller's tier. */
@Injectable()
export class WebhookDeliveries {
  constructor(
    private readonly databases: Databases,
    private readonly cursors: CursorCodec,
  ) {}

  async list(caller: Caller, { limit, cursor, ...filters }: ListDeliveries): Promise<Reply<DeliveryRecord[]>> {
    const { organizationId, tier } = caller;
    const page = { limit, cursor, list: listOf('webhook-deliveries', caller, filters) };
    return newestPage(this.cursors, page, toRecord, ({ after, ...query }) => {
      const where = { organizationId, AND: [whereOf(filters), after] };
      return this.databases
        .for(tier)
        .$transaction((tx) => tx.webhookDelivery.findMany({ where, include: included, ...query }), sameMoment);
    });
  }

  async get(owner: Owner, id: string): Promise<DeliveryRecord> {
    return toRecord(await this.find(owner, id));
  }

  async getWithBody(owner: Owner, id: string): Promise<DeliveryWithBody> {
    const row = await this.find(owner, id);
    const { body, compressedBody } = await this.databases.for(owner.tier).webhookEvent.findUniqueOrThrow({
      where: { id: row.eventId, organizationId: owner.organizationId },
      select: { body: true, compressedBody: true },
    });
    const text = compressedBody ? decompressText(compressedBody).toString() : (body ?? '');
    return { ...toRecord(row), request_body: text };
  }

  /** A delivery of another organization is treated as missing. */
  async find({ tier, organizationId }: Owner, id: string): Promise<DeliveryRow> {
    const query = { where: { id, organizationId }, include: included };
    const row = isPrefixedId('dlv', id)
      ? await this.databases.for(tier).$transaction((tx) => tx.webhookDelivery.findFirst(query), sameMoment)
      : null;
    if (!row) throw new AppError('webhook_delivery_not_found');
    return row;
  }
}

function whereOf(filters: Omit<ListDeliveries, 'limit' | 'cursor'>) {
  const { endpoint_id, status, event_type, simulation_id, created_after, created_before } = filters;
  const event = {
    ...(event_type !== undefined && { type: event_type }),
    ...(simulation_id !== undefined && { simulationId: simulation_id }),
  };
  return {
    ...(endpoint_id !== undefined && { endpointId: endpoint_id }),
    ...(status !== undefined && { status }),
    ...(Object.keys(event).length > 0 && { event }),
    createdAt: {
      ...(created_after !== undefined && { gt: new Date(created_after) }),
      ...(created_before !== undefined && { lt: new Date(created_before) }),
    },
  };
}
