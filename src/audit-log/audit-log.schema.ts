import { z } from 'zod';
import { momentSchema } from '../common/moment.js';
import { pageQueryShape } from '../common/pagination/page.js';
import { auditActions } from '../platform/audit/audit-actions.js';

export const listAuditEntriesSchema = z.strictObject({
  ...pageQueryShape,
  action: z.enum(auditActions).optional(),
  subject: z.string().min(1).max(100).optional().meta({ description: 'The id of what it was done to.' }),
  created_after: momentSchema.optional(),
  created_before: momentSchema.optional(),
});
export type ListAuditEntries = z.infer<typeof listAuditEntriesSchema>;
