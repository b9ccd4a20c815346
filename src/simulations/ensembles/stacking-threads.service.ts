import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { SingleThread } from '../../common/single-thread.js';
import type { Stacking } from '../../engine/index.js';

/** Computes the stacking weights of ensembles in a thread, one at a time. */
@Injectable()
export class StackingThreads implements OnApplicationShutdown {
  private readonly thread = new SingleThread<readonly (readonly number[])[], Stacking>({
    filename: join(import.meta.dirname, 'stacking.thread.js'),
    work: 'a stacking of models',
    maxPerOrganization: 24,
    computeTimeoutMs: 20_000,
  });

  /**
   * Weights of models with these log predictions. Throws `AppError` `service_unavailable` if too many requests wait or one takes too long.
   */
  stack(organizationId: string, logPredictions: readonly (readonly number[])[]): Promise<Stacking> {
    return this.thread.inTurn(organizationId, (run) => run(logPredictions));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.close();
  }
}
