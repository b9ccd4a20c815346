import { Logger } from '@nestjs/common';
import { Batch } from '../../common/batch.js';
import { NotificationListener } from '../../platform/database/notification-listener.js';
import type { Sql } from '../../platform/database/sql.js';
import { metrics } from '../../platform/metrics/metrics.js';
import { readRuns } from '../run.reader.js';
import type { RunRow } from '../run.row.js';

/** Receives the changes of one run. */
export interface Follower {
  /** Called with the current row at the start and after each change. The row may be unchanged. */
  changed(row: RunRow): void;
  /** Called when the process stops. No other call follows. */
  ended(): void;
}

const pollIntervalMs = 5_000;

/**
 * The followed runs of one database. All followers share one subscription, and a changed run is read once for all of them.
 * Polling every few seconds finds changes after a lost notification.
 */
export class WatchedRuns {
  private readonly logger = new Logger(WatchedRuns.name);
  private readonly followers = new Map<string, Set<Follower>>();
  private readonly rows: Batch<string, RunRow | undefined>;
  private readonly listener: NotificationListener;
  private readonly pollTimer: NodeJS.Timeout;

  constructor(url: string, sql: Sql) {
    this.rows = new Batch((ids) => readRows(sql, ids));
    this.listener = new NotificationListener(url, 'simulations', (id) => this.refresh(id));
    this.pollTimer = setInterval(() => this.refresh(), pollIntervalMs);
  }

  /** @returns a function that stops following */
  follow(id: string, follower: Follower): () => void {
    const others = this.followers.get(id);
    if (others) others.add(follower);
    else this.followers.set(id, new Set([follower]));
    metrics.followers.inc();
    void this.notify(id);
    return () => {
      const all = this.followers.get(id);
      if (all?.delete(follower)) metrics.followers.dec();
      if (all?.size === 0) this.followers.delete(id);
    };
  }

  async stop(): Promise<void> {
    clearInterval(this.pollTimer);
    for (const all of this.followers.values()) for (const follower of all) follower.ended();
    this.followers.clear();
    await this.listener.stop();
  }

  /** @param id the changed run. Without an id, all followed runs are read. */
  private refresh(id?: string): void {
    if (id === undefined) for (const followed of this.followers.keys()) void this.notify(followed);
    else if (this.followers.has(id)) void this.notify(id);
  }

  private async notify(id: string): Promise<void> {
    try {
      const row = await this.rows.submit(id);
      if (row) for (const follower of this.followers.get(id) ?? []) follower.changed(row);
    } catch (error) {
      this.logger.warn({ error, simulation_id: id }, 'failed to read run, will retry');
    }
  }
}

async function readRows(sql: Sql, ids: readonly string[]): Promise<(RunRow | undefined)[]> {
  const rows = await readRuns(sql, [...new Set(ids)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}
