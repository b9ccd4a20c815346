import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { tiers, type Tier } from '../../common/identity/caller.js';
import { DeliveryClaims } from '../../webhooks/attempts/delivery-claims.service.js';
import { WebhookHousekeeping } from '../../webhooks/webhook-housekeeping.service.js';
import { Loop } from '../loop.js';
import { DeliveryLanes } from './delivery-lanes.service.js';

const pollIntervalMs = 1_000;
const cleanupIntervalMs = 60_000;

/**
 * Finds deliveries that are due, also after their worker or wake-up signal was lost. Needs no queue: every worker polls, and each delivery
 * is claimed by one of them.
 */
@Injectable()
export class DeliveryPoller implements OnApplicationBootstrap, OnModuleDestroy {
  private loops: Loop[] = [];

  constructor(
    private readonly claims: DeliveryClaims,
    private readonly lanes: DeliveryLanes,
    private readonly housekeeping: WebhookHousekeeping,
  ) {}

  onApplicationBootstrap(): void {
    this.loops = tiers.flatMap((tier) => [
      new Loop(`due deliveries of ${tier}`, pollIntervalMs, () => this.poll(tier)),
      new Loop(`webhooks of ${tier}`, cleanupIntervalMs, () => this.housekeeping.cleanUp(tier)),
    ]);
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  private async poll(tier: Tier): Promise<void> {
    for (const lane of await this.claims.dueLanes(tier)) this.lanes.wake(tier, lane);
  }
}
