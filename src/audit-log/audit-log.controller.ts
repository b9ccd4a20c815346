import { Controller, Get, Query } from '@nestjs/common';
import { Documented, InSection } from '../common/http/documented.decorators.js';
import type { Reply } from '../common/http/reply.js';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { pageMetaSchema } from '../common/pagination/page.js';
import { auditEntrySchema, type AuditEntryRecord } from './audit-entry.record.js';
import { listAuditEntriesSchema, type ListAuditEntries } from './audit-log.schema.js';
import { AuditLog } from './audit-log.service.js';

@Controller('v1/audit-log')
@InSection({ name: 'Audit log', description: 'Who did what to keys, webhook endpoints, plans and workflows.' })
export class AuditLogController {
  constructor(private readonly auditLog: AuditLog) {}

  @Get()
  @RequireScope('keys:read')
  @Documented({
    summary: 'Read the audit log',
    description:
      'What was done in the organization in this tier, newest first; plans are changed in the live tier. An entry is there if and only if the change is.',
    data: auditEntrySchema.array(),
    meta: pageMetaSchema,
    errors: ['invalid_cursor'],
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: listAuditEntriesSchema }) query: ListAuditEntries,
  ): Promise<Reply<AuditEntryRecord[]>> {
    return this.auditLog.list(caller, query);
  }
}
