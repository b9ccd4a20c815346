import { Injectable } from '@nestjs/common';
import type { Caller, Tier } from '../common/identity/caller.js';
import type { Reply } from '../common/http/reply.js';
import { CursorCodec } from '../common/pagination/cursor.js';
import { listOf, newestFirst, newestPage } from '../common/pagination/page.js';
import { Databases } from '../platform/database/databases.service.js';
import { toOperatorRecord, toRecord, type AuditEntryRecord, type ListAuditEntries } from './audit-entry.record.js';

type Filters = Omit<ListAuditEntries, 'limit' | 'cursor'>;

/** Reads the audit log. `Audit` writes it. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly databases: Databases,
    private readonly cursors: CursorCodec,
  ) {}

  async list(caller: Caller, { limit, cursor, ...filters }: ListAuditEntries): Promise<Reply<AuditEntryRecord[]>> {
    const { organizationId, tier } = caller;
    const page = { limit, cursor, list: listOf('audit-log', caller, filters) };
    return newestPage(this.cursors, page, toRecord, ({ after, ...query }) =>
      this.databases
        .for(tier)
        .auditEntry.findMany({ where: { organizationId, AND: [whereOf(filters), after] }, ...query }),
    );
  }

  /** For the operator: events of all organizations or of the given one, newest first. */
  async all(
    tier: Tier,
    { organizationId, limit, ...filters }: Filters & { organizationId?: string | undefined; limit: number },
  ): Promise<(AuditEntryRecord & { organization_id: string | null })[]> {
    const rows = await this.databases.for(tier).auditEntry.findMany({
      where: { ...(organizationId !== undefined && { organizationId }), ...whereOf(filters) },
      orderBy: newestFirst,
      take: limit,
    });
    return rows.map((row) => ({ ...toOperatorRecord(row), organization_id: row.organizationId }));
  }
}

function whereOf({ action, subject, created_after, created_before }: Filters) {
  return {
    ...(action !== undefined && { action }),
    ...(subject !== undefined && { subject }),
    createdAt: {
      ...(created_after !== undefined && { gt: new Date(created_after) }),
      ...(created_before !== undefined && { lt: new Date(created_before) }),
    },
  };
}
