import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { tiers, type Tier } from '../common/identity/tier.js';
import { SimulationRuns } from '../simulations/execution/simulation-run.service.js';
import { Loop } from './loop.js';
import { SimulationRunner } from './simulation-runner.service.js';

const reapIntervalMs = 1_000;

/** Makes good what a lost worker, a lost queue or a lost word left lying, in each database by itself. Needs no queue. */
@Injectable()
export class SimulationReaper implements OnApplicationBootstrap, OnModuleDestroy {
  private loops: Loop[] = [];

  constructor(
    private readonly runs: SimulationRuns,
    private readonly runner: SimulationRunner,
  ) {}

  onApplicationBootstrap(): void {
    this.loops = tiers.map((tier) => new Loop(`sweep of ${tier}`, reapIntervalMs, () => this.reap(tier)));
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  private async reap(tier: Tier): Promise<void> {
    await this.runs.reapLostRuns(tier);
    // Not waited for: it goes on for as long as there is something to run.
    void this.runner.work(tier);
  }
}
