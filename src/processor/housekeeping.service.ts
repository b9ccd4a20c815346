import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { tiers, type Tier } from '../common/identity/tier.js';
import type { Settings } from '../config/settings.js';
import { Databases } from '../platform/database/databases.service.js';
import { batchSize, inBatches } from '../platform/database/in-batches.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { Loop } from './loop.js';

const intervalMs = 60_000;

/** A table, the column by whose time a row goes, and how many days after it. */
interface Expiry {
  table: string;
  column: string;
  days: number;
}

/** Deletes what has expired, in batches, so that no deletion holds many rows for long. By the clock of the database: a worker's own may be wrong. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(Housekeeping.name);
  private loops: Loop[] = [];

  constructor(
    private readonly databases: Databases,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    this.loops = tiers.map((tier) => new Loop(`housekeeping of ${tier}`, intervalMs, () => this.cleanUp(tier)));
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  /** Webhooks have a housekeeping of their own. */
  async cleanUp(tier: Tier): Promise<void> {
    for (const expiry of this.expiries(tier)) {
      const count = await inBatches(() => this.deleteSome(tier, expiry));
      // Somebody was promised what such a row stood for.
      if (count > 0 && expiry.table === 'outbox_messages') {
        this.logger.error({ tier, count }, 'messages that nobody could hand on were given up');
      }
    }
  }

  private expiries(tier: Tier): Expiry[] {
    const { retentionDays } = this.settings;
    return [
      // With the nonces from which raw keys are derived.
      { table: 'idempotency_records', column: 'expires_at', days: 0 },
      { table: 'magic_link_tokens', column: 'expires_at', days: 0 },
      { table: 'simulation_results', column: 'created_at', days: retentionDays[`${tier}_results`] },
      { table: 'audit_entries', column: 'created_at', days: retentionDays.audit },
      { table: 'outbox_messages', column: 'created_at', days: retentionDays.outbox },
    ];
  }

  /** What somebody else has locked is left for the next time. */
  private async deleteSome(tier: Tier, { table, column, days }: Expiry): Promise<number> {
    const { rowCount } = await this.databases.sql(tier).query({
      text: `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
               SELECT ctid FROM ${table} WHERE ${column} < now() - make_interval(days => $1) LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`,
      values: [days],
    });
    return rowCount ?? 0;
  }
}
