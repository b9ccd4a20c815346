import { z } from 'zod';
import { pageQueryShape } from '../common/pagination/page.js';
import { auditActions } from '../platform/audit/audit-actions.js';

const time = z.iso.datetime({ offset: true }).meta({ examples: ['2026-11-20T00:00:00Z'] });

export const listAuditEntriesSchema = z.strictObject({
  ...pageQueryShape,
  action: z.enum(auditActions).optional(),
  subject: z.string().min(1).max(100).optional().meta({ description: 'The id of what it was done to.' }),
  created_after: time.optional(),
  created_before: time.optional(),
});
export type ListAuditEntries = z.infer<typeof listAuditEntriesSchema>;
