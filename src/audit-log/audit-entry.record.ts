import { z } from 'zod';
import { momentSchema } from '../common/clock.js';
import { pageQueryShape } from '../common/pagination/page.js';
import { actorKinds, auditActions } from '../platform/audit/audit.js';
import { runAuditActions } from '../simulations/kinds/index.js';
import type { AuditEntry } from '../platform/database/generated/client.js';

export const auditActionSchema = z.enum([...auditActions, ...runAuditActions()]);

export const listAuditEntriesSchema = z.strictObject({
  ...pageQueryShape,
  action: auditActionSchema.optional().meta({ description: 'Only events with this action.' }),
  subject: z.string().min(1).max(100).optional().meta({ description: 'Only events of the object with this id.' }),
  created_after: momentSchema.optional().meta({ description: 'Only events after this time.' }),
  created_before: momentSchema.optional().meta({ description: 'Only events before this time.' }),
});
export type ListAuditEntries = z.infer<typeof listAuditEntriesSchema>;

export const auditEntrySchema = z
  .strictObject({
    id: z.uuid().meta({ description: 'Id of the audit event.' }),
    created_at: z.iso.datetime().meta({ description: 'Time of the change.' }),
    action: auditActionSchema.meta({ description: 'Kind of the change.' }),
    subject: z
      .string()
      .meta({ description: 'Id of the changed object.', examples: ['we_019aa0f55b6e7c3a9d552f0d7c1f4a10'] }),
    actor: z.strictObject({
      kind: z.enum(actorKinds).meta({
        description:
          '`key`: an API key of the organization. `user`: a user of the organization. `operator`: a person who runs the service. `system`: the service. `leak_report`: a third party who reported a leaked key.',
      }),
      id: z.string().nullable().meta({ description: '`key_id` or `user_id` of the actor; null for other kinds.' }),
    }),
    details: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Details of the change, by `action`.', examples: [{ name: 'Reports' }] }),
    request_id: z
      .string()
      .nullable()
      .meta({
        description: 'Id of the request; null if the actor does not belong to the organization.',
        examples: [`req_${'0'.repeat(31)}1`],
      }),
    address: z
      .string()
      .nullable()
      .meta({
        description: 'Network address of the request; null if the actor does not belong to the organization.',
        examples: ['192.0.2.1'],
      }),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntryRecord = z.infer<typeof auditEntrySchema>;

/** The record for the organization. Of actors outside the organization, it contains only the kind. */
export function toRecord(row: AuditEntry): AuditEntryRecord {
  const record = toOperatorRecord(row);
  if (row.actorKind === 'key' || row.actorKind === 'user') return record;
  return { ...record, actor: { ...record.actor, id: null }, request_id: null, address: null };
}

export function toOperatorRecord(row: AuditEntry): AuditEntryRecord {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    action: row.action,
    subject: row.subject,
    actor: { kind: row.actorKind as AuditEntryRecord['actor']['kind'], id: row.actorId },
    details: row.details as Record<string, unknown>,
    request_id: row.requestId,
    address: row.address,
  };
}
