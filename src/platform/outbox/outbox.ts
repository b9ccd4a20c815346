import type { Transaction } from '../database/databases.service.js';
import { insert, type Sql } from '../database/sql.js';
import type { SecurityFields } from '../logging/security-events.js';

/** What happened to the account of a user, and from where. */
export interface AccountChange {
  user_id: string;
  address: string;
  browser: string;
  at: string;
}

/** A change of the members that owners must know. The name of the user is not in it: the user chose it. */
export interface MemberChange {
  organization_id: string;
  email: string;
  change: 'joined' | 'joined_as_owner' | 'became_owner' | 'demoted' | 'owner_removed' | 'left';
  at: string;
}

/** Work that runs after the transaction is committed. A message can be processed twice, so that each kind must be idempotent. */
export type OutboxMessage =
  /** Does not name the simulation, because workers choose it when they claim. */
  | { kind: 'simulation.queued'; payload: Record<string, never> }
  | { kind: 'simulation.finished'; payload: { simulation_id: string } }
  | { kind: 'webhook_deliveries.due'; payload: { lanes: string[] } }
  | { kind: 'webhook_endpoint.disabled'; payload: { endpoint_id: string } }
  | { kind: 'api_key.leaked'; payload: { key_id: string } }
  | { kind: 'organization.changed'; payload: { organization_id: string } }
  | { kind: 'operator.command'; payload: SecurityFields<'operator.command'> }
  /** The time of the sign-up, by the clock of the database. */
  | { kind: 'user.signed_up'; payload: { user_id: string; signed_up_at: string } }
  | { kind: 'api_key.created'; payload: { key_id: string } }
  | { kind: 'user.signed_in' | 'user.password_changed'; payload: AccountChange }
  | { kind: 'member.changed'; payload: MemberChange }
  | { kind: 'unverified_account.discarded'; payload: { organization_id: string } };

/** The relay processes each kind separately. */
export const outboxKinds = [
  'simulation.queued',
  'simulation.finished',
  'webhook_deliveries.due',
  'webhook_endpoint.disabled',
  'api_key.leaked',
  'organization.changed',
  'operator.command',
  'user.signed_up',
  'unverified_account.discarded',
  'api_key.created',
  'user.signed_in',
  'user.password_changed',
  'member.changed',
] as const satisfies OutboxMessage['kind'][];

export const Outbox = {
  /** Writes the message in the transaction of the caller, so that both are committed or neither. */
  async append(tx: Transaction, { kind, payload }: OutboxMessage): Promise<void> {
    // Prisma would use the clock of this machine. If it is wrong, the message could be due an hour late.
    await tx.$executeRaw`INSERT INTO outbox_messages (kind, payload) VALUES (${kind}, ${JSON.stringify(payload)}::jsonb)`;
  },

  /** The same in plain SQL. */
  async appendBySql(sql: Sql, { kind, payload }: OutboxMessage): Promise<void> {
    await insert(sql, 'outbox_messages', { kind, payload: JSON.stringify(payload) });
  },
};
