import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { tiers } from '../common/identity/tier.js';
import { SimulationRuns } from '../simulations/simulation-run.service.js';
import { Loop } from './loop.js';

const sweepIntervalMs = 2_000;

/** Makes good what a lost worker or a lost queue left lying, in each database by itself. */
@Injectable()
export class SimulationSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private loops: Loop[] = [];

  constructor(private readonly runs: SimulationRuns) {}

  onApplicationBootstrap(): void {
    this.loops = tiers.map((tier) => new Loop(`sweep of ${tier}`, sweepIntervalMs, () => this.runs.sweep(tier)));
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}
