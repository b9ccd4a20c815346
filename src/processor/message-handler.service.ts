import { InjectQueue } from '@nestjs/bull';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import type { Tier } from '../common/identity/tier.js';
import { Organizations } from '../organizations/organizations.service.js';
import type { OutboxMessage } from '../platform/outbox/outbox.js';
import { SIMULATIONS_QUEUE, simulationJobId, type SimulationJob } from './queues.js';

/** Where each kind of outbox message goes. Called at least once for each. */
@Injectable()
export class MessageHandler {
  constructor(
    @InjectQueue(SIMULATIONS_QUEUE) private readonly simulations: Queue<SimulationJob>,
    private readonly organizations: Organizations,
  ) {}

  async handle(tier: Tier, { kind, payload }: OutboxMessage): Promise<void> {
    switch (kind) {
      case 'simulation.queued': {
        const job: SimulationJob = { tier, simulationId: payload.simulation_id, attempt: payload.attempt };
        await this.simulations.add(job, { jobId: simulationJobId(job) });
        return;
      }
      case 'organization.changed':
        return this.organizations.mirror(payload.organization_id);
    }
  }
}
