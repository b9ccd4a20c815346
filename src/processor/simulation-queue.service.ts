import { InjectQueue } from '@nestjs/bull';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import { Batch } from '../common/batch.js';
import { tiers, type Tier } from '../common/identity/tier.js';
import { maxWakeUpSignals } from '../simulations/queue/max-wake-up-signals.js';
import { liveSimulationsQueue, sandboxSimulationsQueue } from './queues.js';

/** Sends wake-up signals for queued simulations to the workers. */
@Injectable()
export class SimulationQueue {
  private readonly queues: Record<Tier, Queue>;
  private readonly wakeUps = Object.fromEntries(
    tiers.map((tier) => [tier, new Batch<null, void>(({ length }) => this.addAll(tier, length))]),
  ) as Record<Tier, Batch<null, void>>;

  constructor(@InjectQueue(liveSimulationsQueue) live: Queue, @InjectQueue(sandboxSimulationsQueue) sandbox: Queue) {
    this.queues = { live, sandbox };
  }

  wakeWorkers(tier: Tier): Promise<void> {
    return this.wakeUps[tier].submit(null);
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.queues).map((queue) => queue.close(true)));
  }

  private async addAll(tier: Tier, count: number): Promise<void[]> {
    const wakeUps = Array.from({ length: Math.min(count, maxWakeUpSignals) }, () => ({ data: {} }));
    await this.queues[tier].addBulk(wakeUps);
    return [];
  }
}
