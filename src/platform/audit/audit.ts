import { hostname, userInfo } from 'node:os';
import type { Caller, Origin } from '../../common/identity/caller.js';
import { newId } from '../../common/crypto.js';
import { databaseTime } from '../database/database-time.js';
import type { Transaction } from '../database/databases.service.js';
import { insert, toColumns, toJson, type Sql } from '../database/sql.js';

/** The actions in the audit log, besides the deletion of each kind of run. Add new actions at the end of their group. */
export const auditActions = [
  'api_key.created',
  'api_key.rotated',
  'api_key.revoked',
  'api_key.leaked',
  'webhook_endpoint.created',
  'webhook_endpoint.updated',
  'webhook_endpoint.deleted',
  'webhook_endpoint.disabled',
  'webhook_endpoint.secret_rotated',
  'signing_secret.rotated',
  'organization.plan_changed',
  'user.exported',
  'user.erased',
  'member.joined',
  'member.updated',
  'member.removed',
  'invitation.created',
  'invitation.revoked',
  'workflow.promoted',
  'workflow.published',
  'workflow.deprecated',
  'workflow.restored',
  'population.created',
  'population.deleted',
  'calibration.created',
  'calibration.deleted',
  'share_link.created',
  'share_link.revoked',
  'dataset.created',
  'dataset.deleted',
] as const;
export type AuditAction = (typeof auditActions)[number] | `${string}.deleted`;

/** `leak_report`: a third party that reported a leaked key. */
export const actorKinds = ['key', 'user', 'operator', 'system', 'leak_report'] as const;
type ActorKind = (typeof actorKinds)[number];

export interface AuditEvent {
  action: AuditAction;
  subject: string;
  /** Additional details. Never contains secrets. */
  details?: Record<string, unknown>;
}

/** An actor that is not a caller. */
export interface OtherActor {
  /** Null if the event affects all organizations. */
  organizationId: string | null;
  kind: Exclude<ActorKind, 'key' | 'user'>;
  id?: string;
  origin?: Origin;
}

export const bySystem = (organizationId: string): OtherActor => ({ organizationId, kind: 'system' });

export const byOperator = (organizationId: string | null): OtherActor => ({
  organizationId,
  kind: 'operator',
  id: operatorName(),
});

export const operatorName = () => `${userName()}@${hostname()}`;

/** A container can run with a user id that has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

export const Audit = {
  /** Writes events in the transaction of the change, so that both are committed or neither. */
  async append(tx: Transaction, actor: Caller | OtherActor, ...events: AuditEvent[]): Promise<void> {
    // Prisma would use the clock of this machine. If it is wrong, the entry could be deleted years too early.
    const createdAt = await databaseTime(tx);
    const data = events.map((event) => {
      const { details, ...row } = entryOf(actor, event);
      return { ...row, details: toJson(details), createdAt };
    });
    await tx.auditEntry.createMany({ data });
  },

  /** The same in plain SQL. */
  async appendBySql(sql: Sql, actor: Caller | OtherActor, event: AuditEvent): Promise<void> {
    await insert(sql, 'audit_entries', toColumns(entryOf(actor, event), ['details']));
  },
};

function entryOf(actor: Caller | OtherActor, { action, subject, details = {} }: AuditEvent) {
  const { organizationId, origin } = actor;
  const { kind: actorKind, id: actorId = null } = 'method' in actor ? credentialOf(actor) : actor;
  const request = { requestId: origin?.requestId ?? null, address: origin?.address ?? null };
  return { id: newId(), organizationId, actorKind, actorId, action, subject, details, ...request };
}

function credentialOf(caller: Caller): { kind: ActorKind; id: string } {
  return caller.method === 'session' ? { kind: 'user', id: caller.userId } : { kind: 'key', id: caller.keyId };
}
