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
import { liftHolds } from '../holds.js';
import { endpointLane, overrideLane } from '../lane.js';
import { testEventType, type EventType } from './event-types.js';
import { writeEvent, type Target } from './webhook-event.writer.js';

/** What is to be told of a simulation, or a sweep, that has ended. */
export interface SimulationEvent {
  organizationId: string;
  simulationId: string | null;
  sweepId: string | null;
  type: EventType;
  /** When it happened. */
  time: Date;
  /** Its own address, which replaces the endpoints. */
  webhookUrl: string | null;
  origin: StoredOrigin | undefined;
  data: object;
}

/** Turns what happened into events, and each event into a delivery to everybody who is to hear of it. */
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
   * The lanes that have something to deliver now. Safe to repeat: a simulation's event is written once, with all of its deliveries.
   * Where an endpoint is disabled the event is kept all the same, for it to be redelivered.
   */
  async publish(tier: Tier, event: SimulationEvent): Promise<string[]> {
    const { organizationId, webhookUrl, type, time, data } = event;
    let targets: Target[];
    if (webhookUrl !== null) {
      // A delivery finds its secret when it is claimed.
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

  /** An event that only says that it came, to one endpoint; the id of its delivery. */
  async test(caller: Caller, endpointId: string): Promise<string> {
    const { organizationId, tier } = caller;
    const { id, url, enabled } = await this.endpoints.find(caller, endpointId);
    if (!enabled) throw new AppError('webhook_endpoint_unavailable');
    const timestamp = this.clock.now().toISOString();
    const event = {
      ...{ organizationId, type: testEventType, simulationId: null, origin: toStoredOrigin(caller) },
      body: JSON.stringify({ type: testEventType, timestamp, data: { endpoint_id: id } }),
    };
    const lane = endpointLane(organizationId, id);
    return this.databases.transaction(tier, async (sql) => {
      const [delivery] = await writeEvent(sql, event, [{ endpointId: id, url, lane }], this.firstDelayMs);
      await sql.query(liftHolds([lane]));
      await Outbox.appendBySql(sql, { kind: 'webhook_deliveries.due', payload: { lanes: [lane] } });
      return delivery?.id ?? '';
    });
  }

  private get firstDelayMs(): number {
    return this.settings.webhookScheduleMs[0] ?? 0;
  }
}
