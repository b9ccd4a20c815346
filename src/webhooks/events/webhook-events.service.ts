import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import type { Tier } from '../../common/identity/tier.js';
import type { Settings } from '../../config/settings.js';
import { Databases } from '../../platform/database/databases.service.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { toStoredOrigin, type StoredOrigin } from '../../platform/tracing/origin.js';
import { WebhookEndpoints } from '../endpoints/webhook-endpoints.service.js';
import { WebhookSecrets } from '../endpoints/webhook-secrets.service.js';
import { resumeLanes } from '../lane-pauses.js';
import { endpointLane, overrideLane } from '../lane.js';
import { testEventType } from './event-types.js';
import { writeEvent, type Target } from './webhook-event.writer.js';

/** The event of a finished run. */
export interface RunEvent {
  organizationId: string;
  simulationId: string;
  type: string;
  /** The time at which it finished. */
  time: Date;
  /** The `webhook_url` of the request, which replaces the endpoints. */
  webhookUrl: string | null;
  origin: StoredOrigin | undefined;
  data: object;
}

/** Creates events, and a delivery of each event to every target. */
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
