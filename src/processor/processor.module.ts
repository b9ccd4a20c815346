import { BullModule, InjectQueue } from '@nestjs/bull';
import { Module, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Queue } from 'bull';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { LinkSender } from '../auth/magic-link/link-sender.service.js';
import { MailboxLimit } from '../auth/magic-link/mailbox-limit.service.js';
import { SignUpNotice } from '../auth/magic-link/sign-up-notice.service.js';
import { DatasetsModule } from '../datasets/datasets.module.js';
import { LanguageModelModule } from '../language-model/language-model.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { SimulationsModule } from '../simulations/simulations.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { BackgroundLoops } from './background-loops.service.js';
import { BacklogMetrics } from './backlog-metrics.service.js';
import {
  BullConnections,
  deliveriesQueue,
  liveSimulationsQueue,
  sandboxSimulationsQueue,
  SimulationQueue,
  LiveSimulationProcessor,
  SandboxSimulationProcessor,
  DeliveryProcessor,
  DeliveryQueue,
} from './simulation-queue.service.js';
import { DeliveryLanes } from './deliveries/delivery-lanes.service.js';
import { Housekeeping } from './housekeeping.service.js';
import { Notices } from './notices.service.js';
import { MessageHandler, OutboxRelay } from './outbox-relay.service.js';
import { EnginePool, RunComputation } from './run-computation.service.js';
import { SimulationRunner } from './simulation-runner.service.js';

const queues = [liveSimulationsQueue, sandboxSimulationsQueue, deliveriesQueue];

/** A separate module, because the options of Bull can inject only from imported modules. */
@Module({ providers: [BullConnections], exports: [BullConnections] })
class BullConnectionsModule {}

/** Queues, relay and processors: the only code that uses Bull. */
@Module({
  imports: [
    BullModule.forRootAsync({
      imports: [BullConnectionsModule],
      inject: [BullConnections],
      useFactory: (connections: BullConnections) => connections.queueOptions(),
    }),
    BullModule.registerQueue(...queues.map((name) => ({ name }))),
    ...[ApiKeysModule, OrganizationsModule, DatasetsModule, LanguageModelModule],
    ...[WorkflowsModule, SimulationsModule, WebhooksModule],
  ],
  providers: [
    ...[SimulationQueue, LiveSimulationProcessor, SandboxSimulationProcessor, DeliveryQueue, DeliveryProcessor],
    ...[SimulationRunner, RunComputation, EnginePool, DeliveryLanes],
    ...[OutboxRelay, MessageHandler, Notices, SignUpNotice, LinkSender, MailboxLimit],
    ...[BackgroundLoops, Housekeeping, BacklogMetrics],
  ],
})
export class ProcessorModule implements BeforeApplicationShutdown {
  constructor(
    private readonly simulations: SimulationQueue,
    @InjectQueue(deliveriesQueue) private readonly deliveries: Queue,
    private readonly runner: SimulationRunner,
    private readonly lanes: DeliveryLanes,
  ) {}

  /** Finishes active work while the databases are still connected, and requeues the rest. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.runner.stop(), this.lanes.stop()]);
    // Closing without waiting: otherwise Bull opens a new connection, which ends the process if Redis is stopped too.
    await Promise.all([this.simulations.close(), this.deliveries.close(true)]);
  }
}
