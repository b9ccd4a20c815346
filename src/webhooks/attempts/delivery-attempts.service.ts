import { Inject, Injectable, Logger } from '@nestjs/common';
import { Batch } from '../../common/batch.js';
import { perTier, type Tier } from '../../common/identity/caller.js';
import type { Settings } from '../../config/settings.js';
import { Audit, bySystem } from '../../platform/audit/audit.js';
import { Databases } from '../../platform/database/databases.service.js';
import type { WebhookDeliveryStatus } from '../../platform/database/generated/client.js';
import type { Sql } from '../../platform/database/sql.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { metrics } from '../../platform/metrics/metrics.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { inSpan } from '../../platform/tracing/spans.js';
import { cancelPending } from '../endpoints/webhook-endpoints.service.js';
import type { ClaimedDelivery } from './delivery-claims.service.js';
import {
  hasSucceeded,
  isGone,
  nextDelayMs,
  wasSent,
  WebhookSender,
  type AttemptResult,
} from './webhook-sender.service.js';

/** An endpoint that fails for this long is disabled. */
const failingLimitMs = 5 * 24 * 3_600_000;

/** The change of an endpoint's health after an attempt. */
interface HealthChange {
  organizationId: string;
  endpointId: string;
  update: { failingSince: Date | null } | { disabledReason: 'gone' | 'failing' };
}

/** Returns undefined if nothing changes, which is usual. The `webhook_url` of a simulation has no health. */
function healthChangeOf({ delivery, result }: Outcome): HealthChange | undefined {
  const { endpointId, organizationId, target } = delivery;
  if (endpointId === null || !target || !result || !wasSent(result)) return undefined;
  const update = updateOf(result, target.failingSince);
  return update && { organizationId, endpointId, update };
}

/** Both times are from the clock of the database. */
function updateOf(result: AttemptResult, failingSince: Date | null): HealthChange['update'] | undefined {
  if (isGone(result)) return { disabledReason: 'gone' };
  if (hasSucceeded(result)) return failingSince ? { failingSince: null } : undefined;
  if (!failingSince) return { failingSince: result.startedAt };
  const failingMs = result.startedAt.getTime() - failingSince.getTime();
  return failingMs >= failingLimitMs ? { disabledReason: 'failing' } : undefined;
}

async function writeHealth(sql: Sql, { endpointId, organizationId, update }: HealthChange): Promise<void> {
  if ('disabledReason' in update) return disable(sql, organizationId, endpointId, update.disabledReason);
  // Keeps the time of the first failure.
  const setFailingSince = `
    UPDATE webhook_endpoints SET failing_since = $3
    WHERE id = $1 AND organization_id = $2 AND ($3::timestamptz IS NULL OR failing_since IS NULL)`;
  await sql.query({ text: setFailingSince, values: [endpointId, organizationId, update.failingSince] });
}

const disableEndpoint = `
  UPDATE webhook_endpoints SET enabled = false, disabled_reason = $3::text, disabled_at = now()
  WHERE id = $1 AND organization_id = $2 AND enabled
    AND ($3::text <> 'failing' OR failing_since <= now() - $4 * interval '1 ms')`;

/** Disables the endpoint and notifies its owners once. Does nothing if the endpoint has recovered in the meantime. */
async function disable(sql: Sql, organizationId: string, id: string, reason: 'gone' | 'failing'): Promise<void> {
  const values = [id, organizationId, reason, failingLimitMs];
  const { rowCount } = await sql.query({ text: disableEndpoint, values });
  if (rowCount === 0) return;
  await sql.query(cancelPending(organizationId, [id]));
  const event = { action: 'webhook_endpoint.disabled' as const, subject: id, details: { reason } };
  await Audit.appendBySql(sql, bySystem(organizationId), event);
  await Outbox.appendBySql(sql, { kind: 'webhook_endpoint.disabled', payload: { endpoint_id: id } });
}

/** The state of a delivery after an attempt. */
export interface Outcome {
  delivery: ClaimedDelivery;
  /** Undefined if nothing was sent. */
  result: AttemptResult | undefined;
  status: WebhookDeliveryStatus;
  /** Time until the next attempt, or null if there is none. */
  delayMs: number | null;
}

/**
 * Stores every attempt. Only the latest attempt, or one that succeeded late, changes the status of the delivery. Deliveries that were
 * deleted are ignored. A `Retry-After` pauses the whole lane, unless the URL of the endpoint has changed.
 */
const write = `
  WITH outcome AS (
    SELECT outcome.* FROM unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::float8[], $6::text[],
                                 $7::timestamptz[], $8::int[], $9::int[], $10::text[], $11::text[], $12::float8[])
      AS outcome (id, attempt, status, step, delay_ms, url, started_at, duration_ms, status_code, error, response_body, pause_ms)
    JOIN webhook_deliveries USING (id)
  ), attempts AS (
    INSERT INTO webhook_attempts (delivery_id, number, url, started_at, duration_ms, status_code, error, response_body)
    SELECT id, attempt, url, started_at, duration_ms, status_code, error, response_body FROM outcome
    WHERE started_at IS NOT NULL ON CONFLICT DO NOTHING
  ), pauses AS (
    INSERT INTO webhook_holds (lane, until)
    SELECT lane, max(now() + pause_ms * interval '1 ms') FROM outcome JOIN webhook_deliveries delivery USING (id)
    LEFT JOIN webhook_endpoints endpoint ON endpoint.id = endpoint_id
    WHERE pause_ms > 0 AND (endpoint_id IS NULL OR endpoint.url = outcome.url)
    GROUP BY lane ORDER BY lane
    ON CONFLICT (lane) DO UPDATE SET until = greatest(webhook_holds.until, excluded.until))
  UPDATE webhook_deliveries delivery
  SET status = outcome.status::webhook_delivery_status, step = outcome.step, url = coalesce(outcome.url, delivery.url),
      next_attempt_at = now() + delay_ms * interval '1 ms',
      completed_at = CASE outcome.status WHEN 'pending' THEN NULL ELSE now() END
  FROM outcome
  WHERE delivery.id = outcome.id AND delivery.attempt_count = outcome.attempt
    AND (delivery.status = 'pending' OR outcome.status = 'succeeded')`;

/** Stores the outcomes of attempts. Concurrent outcomes share one query. */
@Injectable()
export class DeliveryOutcomes {
  private readonly outcomes = perTier(
    (tier) => new Batch((outcomes: readonly Outcome[]) => writeAll(this.databases.sql(tier), outcomes)),
  );

  constructor(private readonly databases: Databases) {}

  /** A health change is in the same transaction. If it fails, the attempt counts as lost and is repeated. */
  write(tier: Tier, outcome: Outcome): Promise<void> {
    const change = healthChangeOf(outcome);
    if (!change) return this.outcomes[tier].submit(outcome);
    return this.databases.transaction(tier, async (sql) => {
      // Locks the endpoint before its deliveries, like all other changes of endpoints, to avoid deadlocks.
      await sql.query({
        text: 'SELECT FROM webhook_endpoints WHERE id = $1 AND organization_id = $2 FOR NO KEY UPDATE',
        values: [change.endpointId, change.organizationId],
      });
      await writeAll(sql, [outcome]);
      await writeHealth(sql, change);
    });
  }
}

async function writeAll(sql: Sql, outcomes: readonly Outcome[]): Promise<void[]> {
  const column = <T>(read: (outcome: Outcome) => T) => outcomes.map(read);
  await sql.query({
    name: 'write outcomes',
    text: write,
    values: [
      column(({ delivery }) => delivery.id),
      column(({ delivery }) => delivery.attempt),
      column(({ status }) => status),
      column(({ delivery, status }) => delivery.step + (status === 'succeeded' ? 0 : 1)),
      column(({ delayMs }) => delayMs),
      column(({ result }) => result?.url ?? null),
      column(({ result }) => result?.startedAt ?? null),
      column(({ result }) => result?.durationMs ?? null),
      column(({ result }) => result?.statusCode ?? null),
      column(({ result }) => result?.error ?? null),
      column(({ result }) => result?.responseBody ?? null),
      column(({ result, status }) => (status === 'succeeded' ? 0 : (result?.retryAfterMs ?? 0))),
    ],
  });
  return outcomes.map(() => undefined);
}

/** Makes one attempt at a delivery, from the POST to the stored outcome. */
@Injectable()
export class DeliveryAttempts {
  private readonly logger = new Logger(DeliveryAttempts.name);

  constructor(
    private readonly sender: WebhookSender,
    private readonly outcomes: DeliveryOutcomes,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Returns the result of the POST, or undefined if nothing was sent because the delivery has no target or no secret. */
  async make(tier: Tier, delivery: ClaimedDelivery): Promise<AttemptResult | undefined> {
    const { target } = delivery;
    if (!target) {
      await this.outcomes.write(tier, { delivery, result: undefined, status: 'canceled', delayMs: null });
      return undefined;
    }
    const parent = delivery.origin?.trace_parent;
    return inSpan('webhook.attempt', { attributes: logFields(delivery), parent }, async () => {
      const result = await this.sender.send(delivery, target);
      const outcome = this.outcomeOf(delivery, result);
      await this.outcomes.write(tier, outcome);
      this.report(tier, outcome, result);
      return wasSent(result) ? result : undefined;
    });
  }

  /** Aborts active attempts. They have no outcome. */
  abortAll(): void {
    this.sender.abortAll();
  }

  private report(tier: Tier, { delivery, status }: Outcome, { statusCode, error, durationMs }: AttemptResult): void {
    metrics.attempts.observe({ outcome: status }, durationMs / 1_000);
    if (status === 'succeeded') {
      metrics.deliveries.observe({ tier }, Math.max(0, Date.now() - delivery.createdAt.getTime()) / 1_000);
    }
    const fields = logFields(delivery);
    this.logger.log(
      { ...fields, status, status_code: statusCode, error, duration_ms: durationMs },
      'webhook attempt ended',
    );
  }

  private outcomeOf(delivery: ClaimedDelivery, result: AttemptResult): Outcome {
    if (hasSucceeded(result)) return { delivery, result, status: 'succeeded', delayMs: null };
    const delayMs = isGone(result)
      ? undefined
      : nextDelayMs(this.settings.webhookScheduleMs, delivery.step + 1, result.retryAfterMs, Math.random());
    return delayMs === undefined
      ? { delivery, result, status: 'failed', delayMs: null }
      : { delivery, result, status: 'pending', delayMs };
  }
}

/** The fields that identify an attempt in logs and traces. */
function logFields({ id, eventId, simulationId, attempt, origin }: ClaimedDelivery) {
  return {
    request_id: origin?.request_id,
    simulation_id: simulationId ?? undefined,
    event_id: eventId,
    delivery_id: id,
    attempt,
  };
}
