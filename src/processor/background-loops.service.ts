import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { tiers, type Tier } from '../common/identity/caller.js';
import { DatasetStore } from '../datasets/store/dataset-store.js';
import { SimulationRuns } from '../simulations/queue/simulation-runs.service.js';
import { ResultStore } from '../simulations/results/store/result-store.js';
import { DeliveryClaims } from '../webhooks/attempts/delivery-claims.service.js';
import { WebhookHousekeeping } from '../webhooks/webhook-housekeeping.service.js';
import { DeliveryLanes } from './deliveries/delivery-lanes.service.js';
import { Housekeeping } from './housekeeping.service.js';
import { Loop } from './loop.js';
import { SimulationRunner } from './simulation-runner.service.js';

const secondMs = 1_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;

/** The periodic work of every worker, in each database. It needs no queue, so that lost wake-up signals and lost runs delay work only. */
@Injectable()
export class BackgroundLoops implements OnApplicationBootstrap, OnModuleDestroy {
  private loops: Loop[] = [];

  constructor(
    private readonly runs: SimulationRuns,
    private readonly runner: SimulationRunner,
    private readonly claims: DeliveryClaims,
    private readonly lanes: DeliveryLanes,
    private readonly webhooks: WebhookHousekeeping,
    private readonly housekeeping: Housekeeping,
    private readonly results: ResultStore,
    private readonly datasets: DatasetStore,
  ) {}

  onApplicationBootstrap(): void {
    this.loops = tiers.flatMap((tier) => [
      new Loop(`reaper of ${tier}`, secondMs, () => this.reap(tier)),
      new Loop(`due deliveries of ${tier}`, secondMs, () => this.deliver(tier)),
      new Loop(`webhooks of ${tier}`, minuteMs, () => this.webhooks.cleanUp(tier)),
      new Loop(`housekeeping of ${tier}`, minuteMs, () => this.housekeeping.cleanUp(tier)),
      // Results that lost runs wrote to the bucket, and the cells of datasets without a row.
      new Loop(`result cleanup of ${tier}`, hourMs, () => this.results.cleanUp(tier)),
      new Loop(`dataset cleanup of ${tier}`, hourMs, () => this.datasets.cleanUp(tier)),
    ]);
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  /** Requeues or fails lost runs, and starts simulations after a lost wake-up signal. */
  private async reap(tier: Tier): Promise<void> {
    await this.runs.reapLostRuns(tier);
    // Not awaited, because it runs until no simulation is queued.
    void this.runner.work(tier);
  }

  /** Each due delivery is claimed by one of the workers. */
  private async deliver(tier: Tier): Promise<void> {
    for (const lane of await this.claims.dueLanes(tier)) this.lanes.wake(tier, lane);
  }
}
