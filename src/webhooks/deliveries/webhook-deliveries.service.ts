import { Injectable } from '@nestjs/common';
import { decompressText } from '../../common/compression.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller, Owner } from '../../common/identity/caller.js';
import { isPrefixedId, newPrefixedId } from '../../common/crypto.js';
import type { Reply } from '../../common/http/reply.js';
import { CursorCodec } from '../../common/pagination/cursor.js';
import { listOf, newestPage } from '../../common/pagination/page.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Databases } from '../../platform/database/databases.service.js';
import type { WebhookEndpoint } from '../../platform/database/generated/client.js';
import { selectList, type Sql } from '../../platform/database/sql.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { endpointLane, resumeLanes } from '../lane.js';
import {
  maxAttemptsShown,
  toRecord,
  type DeliveryRecord,
  type DeliveryRow,
  type DeliveryWithBody,
  type ListDeliveries,
  type Redelivered,
} from './webhook-delivery.record.js';

/** Omits the body of the event, which is as large as all other fields. */
const included = {
  event: { omit: { body: true, compressedBody: true } },
  attempts: { orderBy: { number: 'desc' as const }, take: maxAttemptsShown },
};

/** Prisma reads the deliveries and their attempts with one statement each: both must show the same moment. */
const sameMoment = { isolationLevel: 'RepeatableRead' } as const;

/** Maximum deliveries that one call sends again, so that locks are short. */
const maxRedelivered = 1_000;

const endpointFields = ['id', 'organizationId', 'url', 'events', 'enabled', 'createdAt'] as const;
type EndpointRow = Pick<WebhookEndpoint, (typeof endpointFields)[number]>;

/** Oldest first. Skips rows that another transaction has locked. */
const requeueFailed = (condition: string) => `
  UPDATE webhook_deliveries SET status = 'pending', step = 0, next_attempt_at = now(), completed_at = NULL
  WHERE id = ANY (ARRAY(
    SELECT id FROM webhook_deliveries
    WHERE organization_id = $1 AND created_at >= $2 AND ${condition} AND status IN ('failed', 'canceled')
    ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED))
  RETURNING lane`;

const missedEvents = `
  SELECT id FROM webhook_events event
  WHERE organization_id = $1 AND created_at >= $2 AND type = ANY($3)
    AND NOT EXISTS (
      SELECT FROM webhook_deliveries WHERE event_id = event.id AND (endpoint_id = $4 OR endpoint_id IS NULL))
  ORDER BY created_at LIMIT $5`;

const deliver = `
  INSERT INTO webhook_deliveries (id, event_id, organization_id, endpoint_id, url, lane, next_attempt_at)
  SELECT id, event_id, $3, $4, $5, $6, now() FROM unnest($1::text[], $2::text[]) AS delivery (id, event_id)`;

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

  /** Sends a delivery again with the same `webhook-id` and a new retry schedule, even if the receiver sent `Retry-After`. */
  async redeliver(owner: Owner, id: string): Promise<DeliveryRecord> {
    const { organizationId, tier } = owner;
    const { endpointId, lane } = await this.find(owner, id);
    await this.databases.for(tier).$transaction(async (tx) => {
      if (endpointId !== null) {
        const enabled = await tx.webhookEndpoint.count({ where: { id: endpointId, organizationId, enabled: true } });
        if (enabled === 0) throw new AppError('webhook_endpoint_unavailable');
      }
      await tx.webhookDelivery.updateMany({
        where: { id, organizationId },
        data: { status: 'pending', step: 0, nextAttemptAt: await databaseTime(tx), completedAt: null },
      });
      await tx.$executeRaw(resumeLanes([lane]));
      await Outbox.append(tx, { kind: 'webhook_deliveries.due', payload: { lanes: [lane] } });
    });
    return this.get(owner, id);
  }

  /** Sends an endpoint the failed and canceled deliveries since then, and the events that occurred while it was disabled. */
  async redeliverSince({ organizationId, tier }: Owner, endpointId: string, since: Date): Promise<Redelivered> {
    const lane = endpointLane(organizationId, endpointId);
    return this.databases.transaction(tier, async (sql) => {
      const endpoint = await lockedEndpoint(sql, organizationId, endpointId);
      const failed = await sql.query({
        text: requeueFailed('endpoint_id = $4'),
        values: [organizationId, since, maxRedelivered, endpointId],
      });
      const again = failed.rowCount ?? 0;
      const missed = await deliverMissed(sql, endpoint, since, maxRedelivered - again);
      await sql.query(resumeLanes([lane]));
      await Outbox.appendBySql(sql, { kind: 'webhook_deliveries.due', payload: { lanes: [lane] } });
      return toRedelivered(again + missed);
    });
  }

  /** Sends the failed deliveries since then to the `webhook_url` of their simulations. */
  async redeliverOwnAddressesSince({ organizationId, tier }: Owner, since: Date): Promise<Redelivered> {
    return this.databases.transaction(tier, async (sql) => {
      const { rows } = await sql.query<{ lane: string }>({
        text: requeueFailed('endpoint_id IS NULL'),
        values: [organizationId, since, maxRedelivered],
      });
      const lanes = [...new Set(rows.map(({ lane }) => lane))];
      await sql.query(resumeLanes(lanes));
      if (lanes.length > 0) await Outbox.appendBySql(sql, { kind: 'webhook_deliveries.due', payload: { lanes } });
      return toRedelivered(rows.length);
    });
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

const toRedelivered = (redelivered: number) => ({ redelivered, has_more: redelivered === maxRedelivered });

/** Locks the endpoint until the transaction ends, so that concurrent calls do not send the same events twice. */
async function lockedEndpoint(sql: Sql, organizationId: string, id: string): Promise<EndpointRow> {
  if (!isPrefixedId('we', id)) throw new AppError('webhook_endpoint_not_found');
  const { rows } = await sql.query<EndpointRow>({
    text: `SELECT ${selectList(endpointFields)} FROM webhook_endpoints
           WHERE id = $1 AND organization_id = $2 FOR NO KEY UPDATE`,
    values: [id, organizationId],
  });
  if (!rows[0]) throw new AppError('webhook_endpoint_not_found');
  if (!rows[0].enabled) throw new AppError('webhook_endpoint_unavailable');
  return rows[0];
}

/** Delivers events that occurred since the endpoint was created and while it was disabled. Returns their number. */
async function deliverMissed(sql: Sql, endpoint: EndpointRow, since: Date, limit: number): Promise<number> {
  const { id, organizationId, url, events, createdAt } = endpoint;
  const from = since > createdAt ? since : createdAt;
  const { rows } = await sql.query<{ id: string }>({
    text: missedEvents,
    values: [organizationId, from, events, id, limit],
  });
  const ids = rows.map(() => newPrefixedId('dlv'));
  const lane = endpointLane(organizationId, id);
  await sql.query({ text: deliver, values: [ids, rows.map((row) => row.id), organizationId, id, url, lane] });
  return rows.length;
}
