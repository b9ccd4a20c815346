import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Tier } from '../common/identity/caller.js';
import type { Settings } from '../config/settings.js';
import { Databases } from '../platform/database/databases.service.js';
import { batchSize, inBatches } from '../platform/database/in-batches.js';
import { SETTINGS } from '../platform/environment/settings.module.js';

/** Rows of the table are deleted this many days after the time in the column. */
interface Expiry {
  table: string;
  column: string;
  days: number;
}

/** Deletes expired rows in batches, so that locks are short. Uses the clock of the database, because a worker's clock can be wrong. */
@Injectable()
export class Housekeeping {
  private readonly logger = new Logger(Housekeeping.name);

  constructor(
    private readonly databases: Databases,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** {@link WebhookHousekeeping} cleans up webhooks. */
  async cleanUp(tier: Tier): Promise<void> {
    await inBatches(() => this.deleteAuditEntries(tier));
    for (const expiry of this.expiries(tier)) {
      const count = await inBatches(() => this.deleteSome(tier, expiry));
      // An expired message is work that was accepted and never done.
      if (count > 0 && expiry.table === 'outbox_messages') {
        this.logger.error({ tier, count }, 'outbox messages discarded');
      }
    }
  }

  private expiries(tier: Tier): Expiry[] {
    const { retentionDays } = this.settings;
    return [
      // These rows contain the nonces from which raw keys are derived.
      { table: 'idempotency_records', column: 'expires_at', days: 0 },
      { table: 'magic_link_tokens', column: 'expires_at', days: 0 },
      { table: 'invitations', column: 'expires_at', days: 0 },
      { table: 'share_links', column: 'expires_at', days: 0 },
      { table: 'simulation_results', column: 'created_at', days: retentionDays[`${tier}_results`] },
      { table: 'datasets', column: 'created_at', days: retentionDays[`${tier}_results`] },
      { table: 'outbox_messages', column: 'created_at', days: retentionDays.outbox },
    ];
  }

  /** The role of the application may not delete from the audit log. The function deletes expired entries only. */
  private async deleteAuditEntries(tier: Tier): Promise<number> {
    const { rows } = await this.databases.sql(tier).query<{ count: number }>({
      text: 'SELECT delete_expired_audit_entries($1, $2) AS count',
      values: [this.settings.retentionDays.audit, batchSize],
    });
    return rows[0]?.count ?? 0;
  }

  /** Skips locked rows until the next run. */
  private async deleteSome(tier: Tier, { table, column, days }: Expiry): Promise<number> {
    const { rowCount } = await this.databases.sql(tier).query({
      text: `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
               SELECT ctid FROM ${table} WHERE ${column} < now() - make_interval(days => $1) LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`,
      values: [days],
    });
    return rowCount ?? 0;
  }
}
