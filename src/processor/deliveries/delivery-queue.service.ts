import { InjectQueue } from '@nestjs/bull';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import type { Tier } from '../../common/identity/tier.js';
import { WebhookEvents, type RunEvent } from '../../webhooks/events/webhook-events.service.js';
import { deliveriesQueue, type DeliveryJob } from '../queues.js';

/** Sends wake-up signals for due deliveries to the workers. */
@Injectable()
export class DeliveryQueue {
  constructor(
    @InjectQueue(deliveriesQueue) private readonly queue: Queue<DeliveryJob>,
    private readonly events: WebhookEvents,
  ) {}

  /** If the process ends between the two steps, the delivery poller finds the deliveries. */
  async publish(tier: Tier, event: RunEvent): Promise<void> {
    await this.add(tier, await this.events.publish(tier, event));
  }

  async add(tier: Tier, lanes: string[]): Promise<void> {
    if (lanes.length > 0) await this.queue.add({ tier, lanes });
  }
}
