import { BullModule, InjectQueue } from '@nestjs/bull';
import { Module, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Queue } from 'bull';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { RoutingModule } from '../routing/routing.module.js';
import { SimulationsModule } from '../simulations/simulations.module.js';
import { BullConnections } from './bull-connections.js';
import { BullConnectionsModule } from './bull-connections.module.js';
import { EnginePool } from './engine-pool.service.js';
import { Housekeeping } from './housekeeping.service.js';
import { MessageHandler } from './message-handler.service.js';
import { OutboxRelay } from './outbox-relay.service.js';
import { SIMULATIONS_QUEUE } from './queues.js';
import { SimulationProcessor } from './simulation.processor.js';
import { SimulationRunner } from './simulation-runner.service.js';
import { SimulationSweeper } from './simulation-sweeper.service.js';

/** Queues, relay and processors: the only place that knows Bull. */
@Module({
  imports: [
    BullModule.forRootAsync({
      imports: [BullConnectionsModule],
      inject: [BullConnections],
      useFactory: (connections: BullConnections) => connections.queueOptions(),
    }),
    BullModule.registerQueue({ name: SIMULATIONS_QUEUE }),
    OrganizationsModule,
    RoutingModule,
    SimulationsModule,
  ],
  providers: [
    EnginePool,
    Housekeeping,
    MessageHandler,
    OutboxRelay,
    SimulationProcessor,
    SimulationRunner,
    SimulationSweeper,
  ],
})
export class ProcessorModule implements BeforeApplicationShutdown {
  constructor(
    @InjectQueue(SIMULATIONS_QUEUE) private readonly simulations: Queue,
    private readonly runner: SimulationRunner,
  ) {}

  /** What is under way is finished while the databases are still there; what comes now is handed back. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.runner.stop();
    // Bull's own waiting for jobs opens a new connection, which ends the process where Redis is being stopped too.
    await this.simulations.close(true);
  }
}
