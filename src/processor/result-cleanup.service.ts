import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { tiers } from '../common/identity/caller.js';
import { ResultStore } from '../simulations/results/store/result-store.js';
import { DatasetStore } from '../datasets/store/dataset-store.js';
import { Loop } from './loop.js';

const intervalMs = 3_600_000;

/** Deletes results that lost runs wrote to the bucket, and the cells of datasets without a row. */
@Injectable()
export class ResultCleanup implements OnApplicationBootstrap, OnModuleDestroy {
  private loops: Loop[] = [];

  constructor(
    private readonly results: ResultStore,
    private readonly datasets: DatasetStore,
  ) {}

  onApplicationBootstrap(): void {
    this.loops = tiers.flatMap((tier) => [
      new Loop(`result cleanup of ${tier}`, intervalMs, () => this.results.cleanUp(tier)),
      new Loop(`dataset cleanup of ${tier}`, intervalMs, () => this.datasets.cleanUp(tier)),
    ]);
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}
