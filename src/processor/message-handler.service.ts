import { InjectQueue } from '@nestjs/bull';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import type { Tier } from '../common/identity/tier.js';
import { Organizations } from '../organizations/organizations.service.js';
import type { OutboxMessage } from '../platform/outbox/outbox.js';
import { FinishedSimulations } from '../simulations/finished-simulations.service.js';
import { DeliveryQueue } from './deliveries/delivery-queue.service.js';
import { Notices } from './notices.service.js';
import { SIMULATIONS_QUEUE, simulationJobId, type SimulationJob } from './queues.js';

/** Where each kind of outbox message goes. Called at least once for each. */
@Injectable()
export class MessageHandler {
  constructor(
    @InjectQueue(SIMULATIONS_QUEUE) private readonly simulations: Queue<SimulationJob>,
    private readonly finished: FinishedSimulations,
    private readonly deliveries: DeliveryQueue,
    private readonly notices: Notices,
    private readonly organizations: Organizations,
  ) {}

  async handle(tier: Tier, { kind, payload }: OutboxMessage): Promise<void> {
    switch (kind) {
      case 'simulation.queued': {
        const job: SimulationJob = { tier, simulationId: payload.simulation_id, attempt: payload.attempt };
        await this.simulations.add(job, { jobId: simulationJobId(job) });
        return;
      }
      case 'simulation.finished': {
        const event = await this.finished.eventOf(tier, payload.simulation_id);
        return event && this.deliveries.publish(tier, event);
      }
      case 'webhook_deliveries.due':
        return this.deliveries.add(tier, payload.lanes);
      case 'webhook_endpoint.disabled':
        return this.notices.endpointDisabled(tier, payload.endpoint_id);
      case 'api_key.leaked':
        return this.notices.keyLeaked(tier, payload.key_id);
      case 'organization.changed':
        return this.organizations.mirror(payload.organization_id);
    }
  }
}
