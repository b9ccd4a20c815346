import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { tiers } from '../common/identity/tier.js';
import { ResultStore } from '../simulations/results/store/result-store.js';
import { Loop } from './loop.js';

const intervalMs = 3_600_000;

/** Deletes results that lost runs wrote to the bucket. */
@Injectable()
export class ResultCleanup implements OnApplicationBootstrap, OnModuleDestroy {
  private loops: Loop[] = [];

  constructor(private readonly store: ResultStore) {}

  onApplicationBootstrap(): void {
    this.loops = tiers.map((tier) => new Loop(`result cleanup of ${tier}`, intervalMs, () => this.store.cleanUp(tier)));
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}
