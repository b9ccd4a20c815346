import { Inject, Injectable, type OnModuleDestroy, Logger } from '@nestjs/common';
import type { Tier } from '../../common/identity/caller.js';
import type { Settings } from '../../config/settings.js';
import { databaseUrlOf } from '../../platform/database/connect.js';
import { Databases } from '../../platform/database/databases.service.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { Batch } from '../../common/batch.js';
import { NotificationListener } from '../../platform/database/notification-listener.js';
import type { Sql } from '../../platform/database/sql.js';
import { metrics } from '../../platform/metrics/metrics.js';
import { readRuns } from '../run.reader.js';
import type { RunRow } from '../run.row.js';

interface Follower {
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
class WatchedRuns {
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

/** Notifies followers of changes of runs. Uses no connection of the pool while it waits. */
@Injectable()
export class RunSubscriptions implements OnModuleDestroy {
  private readonly watched = new Map<Tier, WatchedRuns>();
  private stopped = false;

  constructor(
    private readonly databases: Databases,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Starts following a run that the caller may read. The subscription starts with the first follower of a tier, so that the worker,
   * which has no followers, never subscribes.
   * @returns a function that stops following
   */
  follow(tier: Tier, id: string, follower: Follower): () => void {
    if (this.stopped) {
      follower.ended();
      return () => undefined;
    }
    const watched = this.watched.get(tier) ?? this.subscribe(tier);
    return watched.follow(id, follower);
  }

  /** Runs before the server closes, so that delayed responses are sent now. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    await Promise.all([...this.watched.values()].map((watched) => watched.stop()));
  }

  private subscribe(tier: Tier): WatchedRuns {
    const watched = new WatchedRuns(databaseUrlOf(this.settings, tier), this.databases.sql(tier));
    this.watched.set(tier, watched);
    return watched;
  }
}
