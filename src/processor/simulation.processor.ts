import { Process, Processor } from '@nestjs/bull';
import type { Job } from 'bull';
import { engineThreads } from './engine-pool.service.js';
import { SIMULATIONS_QUEUE, type SimulationJob } from './queues.js';
import { SimulationRunner } from './simulation-runner.service.js';

@Processor(SIMULATIONS_QUEUE)
export class SimulationProcessor {
  constructor(private readonly runner: SimulationRunner) {}

  // Twice the threads: while one simulation computes, another reads or writes its rows.
  @Process({ concurrency: 2 * engineThreads })
  run(job: Job<SimulationJob>): Promise<void> {
    return this.runner.run(job.data);
  }
}
