import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Tier } from '../../common/identity/tier.js';
import type { Settings } from '../../config/settings.js';
import { databaseUrlOf } from '../../platform/database/database-url.js';
import { Databases } from '../../platform/database/databases.service.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { WatchedSimulations, type Follower } from './watched-simulations.js';

/** Tells how simulations move to those who wait for it. Holds no connection of the pool while it waits. */
@Injectable()
export class SimulationWatch implements OnModuleDestroy {
  private readonly watched = new Map<Tier, WatchedSimulations>();
  private stopped = false;

  constructor(
    private readonly databases: Databases,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Whether the caller may see the simulation has been asked before. The subscription begins with the first follower of a tier, so that
   * the worker, which has none, never subscribes.
   * @returns what ends it
   */
  follow(tier: Tier, id: string, follower: Follower): () => void {
    if (this.stopped) {
      follower.ended();
      return () => undefined;
    }
    const watched = this.watched.get(tier) ?? this.subscribe(tier);
    return watched.follow(id, follower);
  }

  /** Before the server is closed: what is held is answered now. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    await Promise.all([...this.watched.values()].map((watched) => watched.stop()));
  }

  private subscribe(tier: Tier): WatchedSimulations {
    const watched = new WatchedSimulations(databaseUrlOf(this.settings, tier), this.databases.for(tier));
    this.watched.set(tier, watched);
    return watched;
  }
}
