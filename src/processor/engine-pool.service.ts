import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import type { EngineResult, EngineTask } from './engine.thread.js';

export const engineThreads = availableParallelism();

/** The threads in which the engine computes, so that the worker's event loop stays free. They are warm before the first job. */
@Injectable()
export class EnginePool implements OnApplicationShutdown {
  private readonly pool = new Piscina<EngineTask, EngineResult>({
    filename: join(import.meta.dirname, 'engine.thread.js'),
    minThreads: engineThreads,
    maxThreads: engineThreads,
  });

  run(task: EngineTask): Promise<EngineResult> {
    return this.pool.run(task);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }
}
