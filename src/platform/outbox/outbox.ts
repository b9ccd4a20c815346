import type { Transaction } from '../database/databases.service.js';
import { insert, type Sql } from '../database/sql.js';

/** Work that a transaction leaves behind for after its commit. Handing on may happen twice, so each kind is safe to repeat. */
export type OutboxMessage =
  /** It names none: which one is run is decided when a worker claims. */
  | { kind: 'simulation.queued'; payload: Record<string, never> }
  | { kind: 'simulation.finished'; payload: { simulation_id: string } }
  | { kind: 'webhook_deliveries.due'; payload: { lanes: string[] } }
  | { kind: 'webhook_endpoint.disabled'; payload: { endpoint_id: string } }
  | { kind: 'api_key.leaked'; payload: { key_id: string } }
  | { kind: 'organization.changed'; payload: { organization_id: string } };

/** Each kind is handed on by itself. */
export const outboxKinds = [
  'simulation.queued',
  'simulation.finished',
  'webhook_deliveries.due',
  'webhook_endpoint.disabled',
  'api_key.leaked',
  'organization.changed',
] as const satisfies OutboxMessage['kind'][];

export const Outbox = {
  /** Part of the caller's transaction: the message exists if and only if the rest of it does. */
  async append(tx: Transaction, { kind, payload }: OutboxMessage): Promise<void> {
    // Prisma would write its own clock's time, by which the message might be due in an hour.
    await tx.$executeRaw`INSERT INTO outbox_messages (kind, payload) VALUES (${kind}, ${JSON.stringify(payload)}::jsonb)`;
  },

  /** The same in plain SQL. */
  async appendBySql(sql: Sql, { kind, payload }: OutboxMessage): Promise<void> {
    await insert(sql, 'outbox_messages', { kind, payload: JSON.stringify(payload) });
  },
};
