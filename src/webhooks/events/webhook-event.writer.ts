import { compressText } from '../../common/compression.js';
import { newPrefixedId } from '../../common/ids.js';
import type { Sql } from '../../platform/database/sql.js';
import type { StoredOrigin } from '../../platform/tracing/origin.js';

export interface NewEvent {
  organizationId: string;
  type: string;
  /** The finished run, which has only one event. */
  simulationId: string | null;
  /** The request that caused the event, for logs and traces. */
  origin: StoredOrigin | undefined;
  /** The exact body of every delivery. */
  body: string;
}

/** The receiver of an event. */
export interface Target {
  endpointId: string | null;
  url: string;
  lane: string;
}

export interface WrittenDelivery {
  id: string;
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
): Promise<WrittenDelivery[]> {
  const { rows } = await sql.query<WrittenDelivery>({
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
