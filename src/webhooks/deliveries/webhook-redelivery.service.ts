import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Whose } from '../../common/identity/caller.js';
import { newPrefixedId } from '../../common/ids.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import type { WebhookEndpoint } from '../../platform/database/generated/client.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { WebhookEndpoints } from '../endpoints/webhook-endpoints.service.js';
import { endpointLane } from '../lane.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import type { DeliveryRecord } from './webhook-delivery.record.js';

/** How many events that an endpoint missed are made up for by one call. */
const missedAtOnce = 10_000;

/** Sends again, under the same `webhook-id` and from the beginning of the schedule. */
@Injectable()
export class WebhookRedelivery {
  constructor(
    private readonly databases: Databases,
    private readonly endpoints: WebhookEndpoints,
    private readonly deliveries: WebhookDeliveries,
  ) {}

  async one(whose: Whose, id: string): Promise<DeliveryRecord> {
    const { organizationId, tier } = whose;
    const { endpointId, lane } = await this.deliveries.find(whose, id);
    await this.databases.for(tier).$transaction(async (tx) => {
      if (endpointId !== null) {
        const enabled = await tx.webhookEndpoint.count({ where: { id: endpointId, organizationId, enabled: true } });
        if (enabled === 0) throw new AppError('webhook_endpoint_unavailable');
      }
      await tx.webhookDelivery.updateMany({ where: { id, organizationId }, data: await anew(tx) });
      await Outbox.append(tx, { kind: 'webhook_deliveries.due', payload: { lanes: [lane] } });
    });
    return this.deliveries.get(whose, id);
  }

  /** All that an endpoint did not get since then: what failed, what was given up, and what happened while it was disabled. */
  async allSince(whose: Whose, endpointId: string, since: Date): Promise<{ redelivered: number }> {
    const { organizationId, tier } = whose;
    const endpoint = await this.endpoints.find(whose, endpointId);
    if (!endpoint.enabled) throw new AppError('webhook_endpoint_unavailable');
    const lane = endpointLane(organizationId, endpoint.id);
    const redelivered = await this.databases.for(tier).$transaction(async (tx) => {
      const { count } = await tx.webhookDelivery.updateMany({
        where: { organizationId, endpointId, status: { in: ['failed', 'canceled'] }, createdAt: { gte: since } },
        data: await anew(tx),
      });
      const missed = await missedBy(tx, endpoint, since);
      const delivery = { organizationId, endpointId, url: endpoint.url, lane, nextAttemptAt: await databaseTime(tx) };
      await tx.webhookDelivery.createMany({
        data: missed.map((eventId) => ({ id: newPrefixedId('dlv'), eventId, ...delivery })),
      });
      await Outbox.append(tx, { kind: 'webhook_deliveries.due', payload: { lanes: [lane] } });
      return count + missed.length;
    });
    return { redelivered };
  }

  /** What simulations' own addresses did not get since then. */
  async ownAddressesSince({ organizationId, tier }: Whose, since: Date): Promise<{ redelivered: number }> {
    return this.databases.for(tier).$transaction(async (tx) => {
      const deliveries = await tx.webhookDelivery.updateManyAndReturn({
        where: { organizationId, endpointId: null, status: { in: ['failed', 'canceled'] }, createdAt: { gte: since } },
        data: await anew(tx),
        select: { lane: true },
      });
      const lanes = [...new Set(deliveries.map(({ lane }) => lane))];
      if (lanes.length > 0) await Outbox.append(tx, { kind: 'webhook_deliveries.due', payload: { lanes } });
      return { redelivered: deliveries.length };
    });
  }
}

async function anew(tx: Transaction) {
  return { status: 'pending' as const, step: 0, nextAttemptAt: await databaseTime(tx), completedAt: null };
}

/** Events that the endpoint would have got, had it been enabled; none from before it was created. */
async function missedBy(tx: Transaction, endpoint: WebhookEndpoint, since: Date): Promise<string[]> {
  const from = since > endpoint.createdAt ? since : endpoint.createdAt;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM webhook_events e
    WHERE organization_id = ${endpoint.organizationId}::uuid AND created_at >= ${from} AND type = ANY(${endpoint.events})
      AND NOT EXISTS (
        SELECT FROM webhook_deliveries d
        WHERE d.event_id = e.id AND (d.endpoint_id = ${endpoint.id} OR d.endpoint_id IS NULL))
    ORDER BY created_at LIMIT ${missedAtOnce}`;
  return rows.map(({ id }) => id);
}
