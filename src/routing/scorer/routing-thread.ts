import { join } from 'node:path';
import type { Piscina } from 'piscina';
import { threadPool } from '../../common/thread-pool.js';
import type { Routed } from '../confidence/route-question.js';
import type { RoutedCatalog } from './routed-catalog.js';
import type { RoutingTask } from './routing.thread.js';

/** The thread that knows catalogs, so that the event loop stays free while it learns one. */
export class RoutingThread {
  private readonly pool: Piscina<unknown, unknown>;

  constructor(options: { minThreads: number; idleTimeout?: number } = { minThreads: 1 }) {
    this.pool = threadPool({ filename: join(import.meta.dirname, 'routing.thread.js'), maxThreads: 1, ...options });
  }

  /** @param key stands for this very catalog */
  async route(
    key: string,
    catalog: RoutedCatalog,
    asked: Pick<RoutingTask, 'question' | 'vector' | 'most'>,
  ): Promise<Routed[]> {
    const task: RoutingTask = { key, ...asked };
    // A thread that died, or has forgotten, knows nothing: then it is told.
    const known = (await this.pool.run(task).catch(() => undefined)) as Routed[] | undefined;
    return known ?? ((await this.pool.run({ ...task, catalog })) as Routed[]);
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }
}
