import { Process, Processor } from '@nestjs/bull';
import type { Job } from 'bull';
import { deliveriesQueue, type DeliveryJob } from '../queues.js';
import { DeliveryLanes } from './delivery-lanes.service.js';

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
