import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { tiers, type Tier } from '../common/identity/caller.js';
import { backlogQuery, type Backlog } from '../platform/database/backlog.js';
import { Databases } from '../platform/database/databases.service.js';

const gauges: Record<keyof Backlog, [name: string, help: string]> = {
  queued: ['svc_simulations_queued', 'Simulations that wait for a worker'],
  queued_age: ['svc_simulations_queued_age_seconds', 'How long the oldest of them has waited'],
  queued_cpu: ['svc_simulations_queued_cpu_seconds', 'How much CPU time they need, as estimated from runs and agents'],
  running: ['svc_simulations_running', 'Simulations that a worker has'],
  outbox: ['svc_outbox_messages', 'Messages that are to be handed on'],
  outbox_age: ['svc_outbox_age_seconds', 'How long the oldest of them has waited'],
  deliveries: ['svc_webhook_deliveries_pending', 'Webhook deliveries that are not done'],
  deliveries_age: ['svc_webhook_deliveries_overdue_seconds', 'Since when the longest due of them is due'],
};

/** Reports the backlog to Prometheus. Each scrape reads the databases, so that every worker reports the same values. */
@Injectable()
export class BacklogMetrics implements OnModuleInit {
  private readonly logger = new Logger(BacklogMetrics.name);
  private pending: Promise<Partial<Record<Tier, Backlog>>> | undefined;

  constructor(private readonly databases: Databases) {}

  onModuleInit(): void {
    this.register('svc_database_up', '1 where the database of the tier answers', (backlog) => (backlog ? 1 : 0));
    for (const [figure, [name, help]] of Object.entries(gauges)) {
      this.register(name, help, (backlog) => backlog?.[figure as keyof Backlog]);
    }
  }

  /** A tier has no value while its database does not respond. */
  private register(name: string, help: string, read: (backlog: Backlog | undefined) => number | undefined): void {
    const collect = async () => {
      const backlogs = await this.read();
      gauge.reset();
      for (const tier of tiers) {
        const figure = read(backlogs[tier]);
        if (figure !== undefined) gauge.set({ tier }, figure);
      }
    };
    const gauge = new Gauge({ name, help, labelNames: ['tier'], collect });
  }

  /** All gauges of one scrape share one query per database. */
  private read(): Promise<Partial<Record<Tier, Backlog>>> {
    this.pending ??= this.readDatabases().finally(() => (this.pending = undefined));
    return this.pending;
  }

  private async readDatabases(): Promise<Partial<Record<Tier, Backlog>>> {
    const backlogs: Partial<Record<Tier, Backlog>> = {};
    const readOne = async (tier: Tier) => {
      const { rows } = await this.databases.sql(tier).query<Backlog>({ name: 'backlog', text: backlogQuery });
      backlogs[tier] = rows[0]!;
    };
    await Promise.all(
      tiers.map((tier) =>
        readOne(tier).catch((error: unknown) => this.logger.warn({ error, tier }, 'failed to count backlog')),
      ),
    );
    return backlogs;
  }
}
