import { type StoredOrigin, readOrigin } from '../../platform/tracing/spans.js';
import { Injectable, Logger } from '@nestjs/common';
import { Batch } from '../../common/batch.js';
import { decompressText } from '../../common/compression.js';
import { perTier, type Tier } from '../../common/identity/caller.js';
import { Databases } from '../../platform/database/databases.service.js';
import { WebhookSecrets, type SealedSecret } from '../endpoints/webhook-secrets.service.js';
import { isPaused } from '../lane.js';
import { HostLimit } from './host-limit.service.js';

/** A delivery that one attempt has claimed. The attempt number fences it: outcomes of earlier attempts do not change the delivery. */
export interface ClaimedDelivery {
  id: string;
  organizationId: string;
  lane: string;
  attempt: number;
  /** The number of failed attempts since the schedule started. */
  step: number;
  eventId: string;
  /** Null for a test. */
  simulationId: string | null;
  origin: StoredOrigin | undefined;
  /** The time at which the event was written. */
  createdAt: Date;
  /** By the clock of the database. This machine's clock can be wrong, and receivers reject signatures with a wrong time. */
  claimedAt: Date;
  /** Shared by all deliveries of the event that are claimed together. */
  body: Buffer;
  /** Null for the `webhook_url` of a simulation. */
  endpointId: string | null;
  /** Undefined if the endpoint was disabled or deleted. */
  target: DeliveryTarget | undefined;
}

export interface DeliveryTarget {
  url: string;
  /** The signing secrets, newest first. Undefined if the secret does not open. */
  secrets: string[] | undefined;
  /** The first failure after the last success of the endpoint. */
  failingSince: Date | null;
}

/** Longer than an attempt takes, including its outcome. After the lease, the attempt is lost, and the delivery is due again. */
export const attemptLeaseMs = 30_000;

interface ClaimRequest {
  lane: string;
  /** Maximum deliveries to claim. */
  limit: number;
}

type ClaimedRow = Omit<ClaimedDelivery, keyof DeliveredEvent | 'target'> & {
  eventId: string;
  /** Null if the endpoint was disabled or deleted. */
  url: string | null;
  failingSince: Date | null;
  owner: string | null;
  sealed: Buffer | null;
  previous_sealed: Buffer | null;
  previous_until: Date | null;
};

type DeliveredEvent = Pick<ClaimedDelivery, 'eventId' | 'body' | 'simulationId' | 'origin' | 'createdAt'>;

type EventRow = Omit<DeliveredEvent, 'body' | 'origin'> & {
  text: string | null;
  compressed: Buffer | null;
  origin: unknown;
};

/**
 * A claim counts the attempt and postpones the delivery until the lease expires. Rows that another worker is claiming are skipped.
 */
const claim = `
  WITH due AS (
    SELECT delivery.id FROM (
      SELECT lane, room FROM unnest($1::text[], $2::int[]) AS request (lane, room)
      WHERE NOT ${isPaused('request.lane')}) request
    CROSS JOIN LATERAL (
      SELECT id FROM webhook_deliveries
      WHERE lane = request.lane AND status = 'pending' AND next_attempt_at <= now()
      ORDER BY next_attempt_at LIMIT request.room FOR UPDATE SKIP LOCKED) delivery
  ), claimed AS (
    UPDATE webhook_deliveries SET attempt_count = attempt_count + 1, next_attempt_at = now() + $3 * interval '1 ms'
    FROM due WHERE webhook_deliveries.id = due.id
    RETURNING webhook_deliveries.*)
  SELECT claimed.id, claimed.organization_id AS "organizationId", lane, attempt_count AS attempt, step, event_id AS "eventId",
         now() AS "claimedAt", claimed.endpoint_id AS "endpointId",
         CASE WHEN claimed.endpoint_id IS NULL THEN claimed.url ELSE endpoint.url END AS url,
         failing_since AS "failingSince", owner, sealed, previous_sealed, previous_until
  FROM claimed
  LEFT JOIN webhook_endpoints endpoint
    ON endpoint.id = claimed.endpoint_id AND endpoint.organization_id = claimed.organization_id AND endpoint.enabled
  LEFT JOIN webhook_secrets secret
    ON secret.owner = coalesce(claimed.endpoint_id, claimed.organization_id::text)
       AND secret.organization_id = claimed.organization_id`;

/** Skips from lane to lane in the index of pending deliveries, so that the cost depends only on the number of lanes. */
const dueLanes = `
  WITH RECURSIVE lanes AS (
    (SELECT lane, next_attempt_at FROM webhook_deliveries
     WHERE status = 'pending' ORDER BY lane, next_attempt_at LIMIT 1)
    UNION ALL
    SELECT next.lane, next.next_attempt_at FROM lanes CROSS JOIN LATERAL (
      SELECT lane, next_attempt_at FROM webhook_deliveries
      WHERE status = 'pending' AND lane > lanes.lane ORDER BY lane, next_attempt_at LIMIT 1) next)
  SELECT lane FROM lanes WHERE next_attempt_at <= now() AND NOT ${isPaused('lanes.lane')}`;

/** Claims due deliveries. Postgres decides which ones. Concurrent claims of all lanes share one query. */
@Injectable()
export class DeliveryClaims {
  private readonly logger = new Logger(DeliveryClaims.name);
  private readonly requests = perTier(
    (tier) => new Batch((requests: readonly ClaimRequest[]) => this.claimAll(tier, requests)),
  );

  constructor(
    private readonly databases: Databases,
    private readonly secrets: WebhookSecrets,
    private readonly hosts: HostLimit,
  ) {}

  /** Claims up to `limit` due deliveries of the lane, the longest due first, but no more than the limit of their host permits. */
  claim(tier: Tier, lane: string, limit: number): Promise<ClaimedDelivery[]> {
    return this.requests[tier].submit({ lane, limit });
  }

  async dueLanes(tier: Tier): Promise<string[]> {
    const { rows } = await this.databases.sql(tier).query<{ lane: string }>({ name: 'due lanes', text: dueLanes });
    return rows.map(({ lane }) => lane);
  }

  /** Releases a claimed delivery whose attempt did not start or was aborted. */
  async release(tier: Tier, { id, organizationId, attempt }: ClaimedDelivery): Promise<void> {
    await this.databases.for(tier).$executeRaw`
      UPDATE webhook_deliveries SET next_attempt_at = now()
      WHERE id = ${id} AND organization_id = ${organizationId}::uuid AND attempt_count = ${attempt} AND status = 'pending'`;
  }

  private async claimAll(tier: Tier, requests: readonly ClaimRequest[]): Promise<ClaimedDelivery[][]> {
    const { rows: claimed } = await this.databases.sql(tier).query<ClaimedRow>({
      name: 'claim deliveries',
      text: claim,
      values: [requests.map(({ lane }) => lane), requests.map(({ limit }) => limit), attemptLeaseMs],
    });
    const admitted = await this.hosts.admit(tier, claimed);
    const rows = claimed.filter(({ id }) => admitted.has(id));
    const events = await this.eventsOf(tier, [...new Set(rows.map(({ eventId }) => eventId))]);
    const byLane = new Map<string, ClaimedDelivery[]>();
    for (const row of rows) {
      const event = events.get(row.eventId);
      // If the event was just deleted, its deliveries were deleted too.
      if (event) byLane.set(row.lane, [...(byLane.get(row.lane) ?? []), this.toClaimed(row, event)]);
    }
    return requests.map(({ lane }) => byLane.get(lane) ?? []);
  }

  /** Reads each event once, regardless of the number of its deliveries. */
  private async eventsOf(tier: Tier, eventIds: string[]): Promise<Map<string, DeliveredEvent>> {
    if (eventIds.length === 0) return new Map();
    const { rows } = await this.databases.sql(tier).query<EventRow>({
      name: 'events',
      text: `SELECT id AS "eventId", body AS text, compressed_body AS compressed, simulation_id AS "simulationId", origin,
                    created_at AS "createdAt"
             FROM webhook_events WHERE id = ANY($1)`,
      values: [eventIds],
    });
    return new Map(
      rows.map(({ text, compressed, origin, ...event }) => {
        const body = compressed ? decompressText(compressed) : Buffer.from(text ?? '');
        return [event.eventId, { ...event, body, origin: readOrigin(origin) }];
      }),
    );
  }

  private toClaimed(row: ClaimedRow, event: DeliveredEvent): ClaimedDelivery {
    const { url, failingSince, owner, sealed, previous_sealed, previous_until, ...delivery } = row;
    const target =
      url === null || owner === null || sealed === null
        ? undefined
        : { url, secrets: this.open(delivery, { owner, sealed, previous_sealed, previous_until }), failingSince };
    return { ...delivery, ...event, target };
  }

  /** One batch contains deliveries of several organizations, so that a secret that does not open must fail only its own delivery. */
  private open(
    { id, attempt, claimedAt }: Pick<ClaimedDelivery, 'id' | 'attempt' | 'claimedAt'>,
    secret: SealedSecret,
  ): string[] | undefined {
    try {
      return this.secrets.open(secret, claimedAt);
    } catch (error) {
      const names = { delivery_id: id, attempt, owner: secret.owner };
      this.logger.error({ error, ...names }, 'failed to decrypt webhook secret');
      return undefined;
    }
  }
}
