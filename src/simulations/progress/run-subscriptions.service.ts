import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Tier } from '../../common/identity/caller.js';
import type { Settings } from '../../config/settings.js';
import { databaseUrlOf } from '../../platform/database/connect.js';
import { Databases } from '../../platform/database/databases.service.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { WatchedRuns, type Follower } from './watched-runs.js';

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
