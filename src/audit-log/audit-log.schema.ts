import { z } from 'zod';
import { momentSchema } from '../common/clock.js';
import { pageQueryShape } from '../common/pagination/page.js';
import { auditActionSchema } from './audit-entry.record.js';

export const listAuditEntriesSchema = z.strictObject({
  ...pageQueryShape,
  action: auditActionSchema.optional().meta({ description: 'Only events with this action.' }),
  subject: z.string().min(1).max(100).optional().meta({ description: 'Only events of the object with this id.' }),
  created_after: momentSchema.optional().meta({ description: 'Only events after this time.' }),
  created_before: momentSchema.optional().meta({ description: 'Only events before this time.' }),
});
export type ListAuditEntries = z.infer<typeof listAuditEntriesSchema>;
