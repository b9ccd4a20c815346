import { join } from 'node:path';
import { Thread } from '../../common/thread.js';
import type { RoutedText } from '../confidence/route-question.js';
import type { RoutedCatalog } from './question-scorer.js';
import type { RoutingTask } from './routing.thread.js';

/** A thread that learns catalogs and routes questions, so that the event loop stays free. */
export class RoutingThread {
  private readonly thread: Thread<RoutingTask, RoutedText | undefined>;

  /** @param idleTimeoutMs `Infinity` for a thread that starts immediately and does not end */
  constructor(idleTimeoutMs: number) {
    this.thread = new Thread(join(import.meta.dirname, 'routing.thread.js'), { idleTimeoutMs });
  }

  /** @param key identifies the catalog */
  async route(
    key: string,
    catalog: RoutedCatalog,
    asked: Pick<RoutingTask, 'question' | 'sentences' | 'most'>,
  ): Promise<RoutedText> {
    const task: RoutingTask = { key, ...asked };
    // A new thread, or one that evicted the catalog, needs it again.
    const known = await this.thread.run(task).catch(() => undefined);
    return known ?? (await this.thread.run({ ...task, catalog }))!;
  }

  async close(): Promise<void> {
    await this.thread.close();
  }
}
