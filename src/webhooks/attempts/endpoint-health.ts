import { Audit, bySystem } from '../../platform/audit/audit.js';
import type { Sql } from '../../platform/database/sql.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { cancelPending } from '../endpoints/webhook-endpoints.service.js';
import { hasSucceeded, isGone, wasSent, type AttemptResult } from './attempt-result.js';
import type { ClaimedDelivery } from './delivery-claims.service.js';

/** An endpoint that fails for this long is disabled. */
const failingLimitMs = 5 * 24 * 3_600_000;

/** The change of an endpoint's health after an attempt. */
export interface HealthChange {
  organizationId: string;
  endpointId: string;
  update: { failingSince: Date | null } | { disabledReason: 'gone' | 'failing' };
}

/** Tracks failing endpoints and disables them. */
export const EndpointHealth = {
  /** Returns undefined if nothing changes, which is usual. The `webhook_url` of a simulation has no health. */
  changeOf(
    { endpointId, organizationId, target }: ClaimedDelivery,
    result: AttemptResult | undefined,
  ): HealthChange | undefined {
    if (endpointId === null || !target || !result || !wasSent(result)) return undefined;
    const update = updateOf(result, target.failingSince);
    return update && { organizationId, endpointId, update };
  },

  /** Locks the endpoint before its deliveries, like all other changes of endpoints, to avoid deadlocks. */
  async lock(sql: Sql, { endpointId, organizationId }: HealthChange): Promise<void> {
    await sql.query({
      text: 'SELECT FROM webhook_endpoints WHERE id = $1 AND organization_id = $2 FOR NO KEY UPDATE',
      values: [endpointId, organizationId],
    });
  },

  async write(sql: Sql, { endpointId, organizationId, update }: HealthChange): Promise<void> {
    if ('disabledReason' in update) return disable(sql, organizationId, endpointId, update.disabledReason);
    // Keeps the time of the first failure.
    const setFailingSince = `
      UPDATE webhook_endpoints SET failing_since = $3
      WHERE id = $1 AND organization_id = $2 AND ($3::timestamptz IS NULL OR failing_since IS NULL)`;
    await sql.query({ text: setFailingSince, values: [endpointId, organizationId, update.failingSince] });
  },
};

/** Both times are from the clock of the database. */
function updateOf(result: AttemptResult, failingSince: Date | null): HealthChange['update'] | undefined {
  if (isGone(result)) return { disabledReason: 'gone' };
  if (hasSucceeded(result)) return failingSince ? { failingSince: null } : undefined;
  if (!failingSince) return { failingSince: result.startedAt };
  const failingMs = result.startedAt.getTime() - failingSince.getTime();
  return failingMs >= failingLimitMs ? { disabledReason: 'failing' } : undefined;
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
  await sql.query(cancelPending(organizationId, id));
  const event = { action: 'webhook_endpoint.disabled' as const, subject: id, details: { reason } };
  await Audit.appendBySql(sql, bySystem(organizationId), event);
  await Outbox.appendBySql(sql, { kind: 'webhook_endpoint.disabled', payload: { endpoint_id: id } });
}
