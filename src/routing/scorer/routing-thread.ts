import { join } from 'node:path';
import type { Piscina } from 'piscina';
import { threadPool } from '../../common/thread-pool.js';
import type { RoutedText } from '../confidence/route-question.js';
import type { RoutedCatalog } from './routed-catalog.js';
import type { RoutingTask } from './routing.thread.js';

/** A thread that learns catalogs and routes questions, so that the event loop stays free. */
export class RoutingThread {
  private readonly pool: Piscina<unknown, unknown>;

  constructor(options: { minThreads: number; idleTimeout?: number } = { minThreads: 1 }) {
    this.pool = threadPool({ filename: join(import.meta.dirname, 'routing.thread.js'), maxThreads: 1, ...options });
  }

  /** @param key identifies the catalog */
  async route(
    key: string,
    catalog: RoutedCatalog,
    asked: Pick<RoutingTask, 'question' | 'sentences' | 'most'>,
  ): Promise<RoutedText> {
    const task: RoutingTask = { key, ...asked };
    // A new thread, or one that evicted the catalog, needs it again.
    const known = (await this.pool.run(task).catch(() => undefined)) as RoutedText | undefined;
    return known ?? ((await this.pool.run({ ...task, catalog })) as RoutedText);
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }
}
