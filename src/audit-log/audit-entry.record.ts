import { z } from 'zod';
import { actorKinds, auditActions } from '../platform/audit/audit-actions.js';
import type { AuditEntry } from '../platform/database/generated/client.js';

export const auditEntrySchema = z
  .strictObject({
    id: z.uuid(),
    created_at: z.iso.datetime(),
    action: z.enum(auditActions),
    subject: z
      .string()
      .meta({ description: 'The id of what it was done to.', examples: ['we_019aa0f55b6e7c3a9d552f0d7c1f4a10'] }),
    actor: z.strictObject({
      kind: z.enum(actorKinds).meta({
        description:
          '`key` and `user` are of the organization; `operator` runs the service, `system` is the service itself, `leak_report` somebody who showed a key that they had found.',
      }),
      id: z.string().nullable().meta({ description: 'The `key_id` or the `user_id`; null for all others.' }),
    }),
    details: z.record(z.string(), z.unknown()).meta({ examples: [{ name: 'Reports' }] }),
    request_id: z
      .string()
      .nullable()
      .meta({ examples: [`req_${'0'.repeat(31)}1`] }),
    address: z
      .string()
      .nullable()
      .meta({ description: 'The network address it was asked from.', examples: ['192.0.2.1'] }),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntryRecord = z.infer<typeof auditEntrySchema>;

/** The record for the organization. Of actors outside the organization, it contains only the kind. */
export function toRecord(row: AuditEntry): AuditEntryRecord {
  const record = toOperatorRecord(row);
  if (row.actorKind === 'key' || row.actorKind === 'user') return record;
  return { ...record, actor: { ...record.actor, id: null }, request_id: null, address: null };
}

/** As the operator sees it. */
export function toOperatorRecord(row: AuditEntry): AuditEntryRecord {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    action: row.action as AuditEntryRecord['action'],
    subject: row.subject,
    actor: { kind: row.actorKind as AuditEntryRecord['actor']['kind'], id: row.actorId },
    details: row.details as Record<string, unknown>,
    request_id: row.requestId,
    address: row.address,
  };
}
