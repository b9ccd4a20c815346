import { InjectQueue, Process, Processor } from '@nestjs/bull';
import { Injectable } from '@nestjs/common';
import type { Queue, Job } from 'bull';
import type { Tier } from '../../common/identity/caller.js';
import { WebhookEvents, type RunEvent } from '../../webhooks/events/webhook-events.service.js';
import { deliveriesQueue, type DeliveryJob } from '../simulation-queue.service.js';
import { DeliveryLanes } from './delivery-lanes.service.js';

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

@Processor(deliveriesQueue)
export class DeliveryProcessor {
  constructor(private readonly lanes: DeliveryLanes) {}

  /** Does not wait for the deliveries, so that a slow receiver does not block the queue. */
  @Process({ concurrency: 4 })
  run({ data: { tier, lanes } }: Job<DeliveryJob>): Promise<void> {
    for (const lane of lanes) this.lanes.wake(tier, lane);
    return Promise.resolve();
  }
}
