import { compressText } from '../../common/compression.js';
import { newPrefixedId } from '../../common/crypto.js';
import type { Sql } from '../../platform/database/sql.js';
import { type StoredOrigin, toStoredOrigin } from '../../platform/tracing/spans.js';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller, Tier } from '../../common/identity/caller.js';
import type { Settings } from '../../config/settings.js';
import { Databases } from '../../platform/database/databases.service.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { WebhookEndpoints } from '../endpoints/webhook-endpoints.service.js';
import { WebhookSecrets } from '../endpoints/webhook-secrets.service.js';
import { resumeLanes, endpointLane, overrideLane } from '../lane.js';
import { testEventType } from '../endpoints/webhook-endpoint.record.js';

interface NewEvent {
  organizationId: string;
  type: string;
  /** The finished run, which has only one event. */
  simulationId: string | null;
  /** The request that caused the event, for logs and traces. */
  origin: StoredOrigin | undefined;
  /** The exact body of every delivery. */
  body: string;
}

interface Target {
  endpointId: string | null;
  url: string;
  lane: string;
}

const statement = `
  WITH event AS (
    INSERT INTO webhook_events (id, organization_id, type, simulation_id, compressed_body, origin)
    VALUES ($1, $2, $3, $4, $5, $11) ON CONFLICT DO NOTHING RETURNING id)
  INSERT INTO webhook_deliveries (id, organization_id, event_id, endpoint_id, url, lane, next_attempt_at)
  SELECT target.id, $2, event.id, endpoint_id, url, lane, now() + $6 * interval '1 ms'
  FROM event, unnest($7::text[], $8::text[], $9::text[], $10::text[]) AS target (id, endpoint_id, url, lane)
  RETURNING id, lane`;

/** Writes an event and a delivery to each target in one statement. Writes nothing if the run has an event. */
export async function writeEvent(
  sql: Sql,
  { organizationId, type, simulationId, body, origin }: NewEvent,
  targets: readonly Target[],
  delayMs: number,
): Promise<{ id: string; lane: string }[]> {
  const { rows } = await sql.query<{ id: string; lane: string }>({
    name: 'write event',
    text: statement,
    values: [
      ...[newPrefixedId('evt'), organizationId, type, simulationId, compressText(body), delayMs],
      targets.map(() => newPrefixedId('dlv')),
      targets.map(({ endpointId }) => endpointId),
      targets.map(({ url }) => url),
      targets.map(({ lane }) => lane),
      origin ? JSON.stringify(origin) : null,
    ],
  });
  return rows;
}

export interface RunEvent extends Omit<NewEvent, 'body'> {
  simulationId: string;
  time: Date;
  /** The `webhook_url` of the request, which replaces the endpoints. */
  webhookUrl: string | null;
  data: object;
}

@Injectable()
export class WebhookEvents {
  constructor(
    private readonly databases: Databases,
    private readonly endpoints: WebhookEndpoints,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Writes an event and returns the lanes of its deliveries. Safe to repeat, because each run has one event. The event is also
   * stored if all endpoints are disabled, so that it can be redelivered.
   */
  async publish(tier: Tier, event: RunEvent): Promise<string[]> {
    const { organizationId, webhookUrl, type, time, data } = event;
    let targets: Target[];
    if (webhookUrl !== null) {
      // Creates the secret, which is read when the delivery is claimed.
      await this.secrets.ofOrganization(tier, organizationId);
      targets = [{ endpointId: null, url: webhookUrl, lane: overrideLane(organizationId, webhookUrl) }];
    } else {
      const endpoints = await this.databases.for(tier).webhookEndpoint.findMany({ where: { organizationId } });
      if (endpoints.length === 0) return [];
      targets = endpoints
        .filter(({ enabled, events }) => enabled && events.includes(type))
        .map(({ id, url }) => ({ endpointId: id, url, lane: endpointLane(organizationId, id) }));
    }
    const body = JSON.stringify({ type, timestamp: time.toISOString(), data });
    const deliveries = await writeEvent(this.databases.sql(tier), { ...event, body }, targets, this.firstDelayMs);
    return deliveries.map(({ lane }) => lane);
  }

  /** Sends a test event to one endpoint. Returns the id of its delivery. */
  async test(caller: Caller, endpointId: string): Promise<string> {
    const { organizationId, tier } = caller;
    const { id, url, enabled } = await this.endpoints.find(caller, endpointId);
    if (!enabled) throw new AppError('webhook_endpoint_unavailable');
    const timestamp = this.clock.now().toISOString();
    const event = {
      organizationId,
      type: testEventType,
      simulationId: null,
      origin: toStoredOrigin(caller),
      body: JSON.stringify({ type: testEventType, timestamp, data: { endpoint_id: id } }),
    };
    const lane = endpointLane(organizationId, id);
    return this.databases.transaction(tier, async (sql) => {
      const [delivery] = await writeEvent(sql, event, [{ endpointId: id, url, lane }], this.firstDelayMs);
      await sql.query(resumeLanes([lane]));
      await Outbox.appendBySql(sql, { kind: 'webhook_deliveries.due', payload: { lanes: [lane] } });
      return delivery?.id ?? '';
    });
  }

  private get firstDelayMs(): number {
    return this.settings.webhookScheduleMs[0] ?? 0;
  }
}
