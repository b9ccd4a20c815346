import { Controller, Get, Module, Query } from '@nestjs/common';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import type { Reply } from '../common/http/reply.js';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { pageMetaSchema } from '../common/pagination/page.js';
import {
  auditEntrySchema,
  listAuditEntriesSchema,
  type AuditEntryRecord,
  type ListAuditEntries,
} from './audit-entry.record.js';
import { AuditLog } from './audit-log.service.js';

@Controller('v1/audit-log')
@InTag({
  name: 'Audit log',
  description: 'Changes to API keys, webhook endpoints, plans and workflows, with their actors.',
})
class AuditLogController {
  constructor(private readonly auditLog: AuditLog) {}

  @Get()
  @RequireScope('keys:read')
  @Documented({
    summary: 'List audit events',
    description:
      'Returns the audit events of the organization in this tier, newest first. Each event is written in the transaction of its change, so that neither exists without the other. Plan changes are recorded in the live tier.',
    data: auditEntrySchema.array(),
    meta: pageMetaSchema,
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: listAuditEntriesSchema }) query: ListAuditEntries,
  ): Promise<Reply<AuditEntryRecord[]>> {
    return this.auditLog.list(caller, query);
  }
}

@Module({ controllers: [AuditLogController], providers: [AuditLog], exports: [AuditLog] })
export class AuditLogModule {}
