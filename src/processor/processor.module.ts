import { BullModule, InjectQueue } from '@nestjs/bull';
import { Module, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Queue } from 'bull';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { RoutingModule } from '../routing/routing.module.js';
import { SimulationsModule } from '../simulations/simulations.module.js';
import { BullConnections } from './bull-connections.js';
import { BullConnectionsModule } from './bull-connections.module.js';
import { EnginePool } from './engine-pool.service.js';
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
  providers: [EnginePool, MessageHandler, OutboxRelay, SimulationProcessor, SimulationRunner, SimulationSweeper],
})
export class ProcessorModule implements BeforeApplicationShutdown {
  constructor(
    @InjectQueue(SIMULATIONS_QUEUE) private readonly simulations: Queue,
    private readonly runner: SimulationRunner,
  ) {}

  /**
   * Takes no new job and waits for the runs under way, while the databases are still there. Bull's own waiting reconnects to
   * Redis, and ends the process when Redis is being stopped too.
   */
  async beforeApplicationShutdown(): Promise<void> {
    await this.simulations.pause(true, true);
    await this.runner.idle();
    await this.simulations.close(true);
  }
}
