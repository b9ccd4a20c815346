import { Injectable } from '@nestjs/common';
import { Batch } from '../../common/batch.js';
import { tiers, type Tier } from '../../common/identity/caller.js';
import { Databases } from '../../platform/database/databases.service.js';
import type { Sql } from '../../platform/database/sql.js';
import type { WebhookDeliveryStatus } from '../../platform/database/generated/client.js';
import type { AttemptResult } from './attempt-result.js';
import type { ClaimedDelivery } from './delivery-claims.service.js';
import { EndpointHealth, type HealthChange } from './endpoint-health.js';

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
  private readonly outcomes = Object.fromEntries(
    tiers.map((tier) => [tier, new Batch<Outcome, void>((outcomes) => writeAll(this.databases.sql(tier), outcomes))]),
  ) as Record<Tier, Batch<Outcome, void>>;

  constructor(private readonly databases: Databases) {}

  write(tier: Tier, outcome: Outcome): Promise<void> {
    const change = EndpointHealth.changeOf(outcome.delivery, outcome.result);
    return change ? this.writeWithHealth(change, tier, outcome) : this.outcomes[tier].submit(outcome);
  }

  /** Stores the outcome and the health change in one transaction. If it fails, the attempt counts as lost and is repeated. */
  private writeWithHealth(change: HealthChange, tier: Tier, outcome: Outcome): Promise<void> {
    return this.databases.transaction(tier, async (sql) => {
      await EndpointHealth.lock(sql, change);
      await writeAll(sql, [outcome]);
      await EndpointHealth.write(sql, change);
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
