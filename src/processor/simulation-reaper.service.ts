import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { tiers, type Tier } from '../common/identity/caller.js';
import { SimulationRuns } from '../simulations/queue/simulation-runs.service.js';
import { Loop } from './loop.js';
import { SimulationRunner } from './simulation-runner.service.js';

const reapIntervalMs = 1_000;

/** Requeues or fails lost runs and starts simulations after a lost wake-up signal, in each database. Needs no queue. */
@Injectable()
export class SimulationReaper implements OnApplicationBootstrap, OnModuleDestroy {
  private loops: Loop[] = [];

  constructor(
    private readonly runs: SimulationRuns,
    private readonly runner: SimulationRunner,
  ) {}

  onApplicationBootstrap(): void {
    this.loops = tiers.map((tier) => new Loop(`reaper of ${tier}`, reapIntervalMs, () => this.reap(tier)));
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  private async reap(tier: Tier): Promise<void> {
    await this.runs.reapLostRuns(tier);
    // Not awaited, because it runs until no simulation is queued.
    void this.runner.work(tier);
  }
}
