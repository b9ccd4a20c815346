import { Process, Processor } from '@nestjs/bull';
import { LIVE_SIMULATIONS_QUEUE, SANDBOX_SIMULATIONS_QUEUE } from './queues.js';
import { SimulationRunner, maxConcurrentRuns } from './simulation-runner.service.js';

// A job lasts as long as there is something to run: a worker whose places are taken leaves further words to the others.
const options = { concurrency: maxConcurrentRuns };

@Processor(LIVE_SIMULATIONS_QUEUE)
export class LiveSimulationProcessor {
  constructor(private readonly runner: SimulationRunner) {}

  @Process(options)
  run(): Promise<void> {
    return this.runner.work('live');
  }
}

@Processor(SANDBOX_SIMULATIONS_QUEUE)
export class SandboxSimulationProcessor {
  constructor(private readonly runner: SimulationRunner) {}

  @Process(options)
  run(): Promise<void> {
    return this.runner.work('sandbox');
  }
}
