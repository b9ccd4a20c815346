import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Thread } from '../../common/thread.js';
import { priorities } from '../../config/plans.js';

/** The longest piece of work for a request is one analysis of ten thousand agents. */
const timeoutMs = 20_000;
/** Pages of the dashboard send several requests at a time. */
const maxPerOrganization = 48;

/**
 * The threads of all computations for requests: readings, reports, tables, adjustments and error budgets. There is a place for each priority
 * of organizations, and no organization takes all of them, so that slow work of one does not delay another.
 */
@Injectable()
export class RequestThreads implements OnApplicationShutdown {
  private readonly threads = new Thread<object, unknown>(undefined, {
    size: priorities.length,
    hasReservedPlaces: true,
    maxPerOrganization,
    timeoutMs,
  });

  /**
   * Calls `work` when a thread is free, with a function that runs a task in it; see {@link Thread.inTurn}.
   *
   * @param file exports the function that computes the answer of a task
   */
  inTurn<Task extends object, Answer, Result>(
    file: string,
    organizationId: string,
    work: (run: (task: Task) => Promise<Answer>) => Promise<Result>,
  ): Promise<Result> {
    return this.threads.inTurn(organizationId, (run) => work((task) => run(task) as Promise<Answer>), file);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.close();
  }
}
