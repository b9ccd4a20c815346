import { Process, Processor } from '@nestjs/bull';
import { liveSimulationsQueue, sandboxSimulationsQueue } from './simulation-queue.service.js';
import { SimulationRunner, maxConcurrentRuns } from './simulation-runner.service.js';

// A job lasts until no simulation is queued. A worker at its limit leaves further wake-up signals to other workers.
const options = { concurrency: maxConcurrentRuns };

@Processor(liveSimulationsQueue)
export class LiveSimulationProcessor {
  constructor(private readonly runner: SimulationRunner) {}

  @Process(options)
  run(): Promise<void> {
    return this.runner.work('live');
  }
}

@Processor(sandboxSimulationsQueue)
export class SandboxSimulationProcessor {
  constructor(private readonly runner: SimulationRunner) {}

  @Process(options)
  run(): Promise<void> {
    return this.runner.work('sandbox');
  }
}
