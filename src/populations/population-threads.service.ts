import { join } from 'node:path';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { ConcurrencyLimit } from '../common/concurrency-limit.js';
import { AppError } from '../common/errors/app-error.js';
import { threadPool } from '../common/thread-pool.js';
import type { CreatedPeople, PeopleResult, PeopleTask } from './create-people.thread.js';

/** 100,000 people take a few seconds. */
const computeTimeoutMs = 30_000;
const waitTimeoutMs = 30_000;
/** Running and waiting imports of one organization. */
const maxPerOrganization = 4;
const idleTimeoutMs = 60_000;
const memoryMb = 512;

/** Creates populations one at a time, in a thread that is terminated if it takes too long or too much memory. */
@Injectable()
export class PopulationThreads implements OnApplicationShutdown {
  private readonly logger = new Logger(PopulationThreads.name);
  private readonly limit = new ConcurrencyLimit(1, waitTimeoutMs, maxPerOrganization);
  private readonly pool = threadPool<PeopleTask, PeopleResult>({
    filename: join(import.meta.dirname, 'create-people.thread.js'),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleTimeoutMs,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });

  /** Throws {@link AppError} `invalid_population`, and `service_unavailable` if too many imports wait. */
  async create(organizationId: string, task: PeopleTask): Promise<CreatedPeople> {
    const result = await this.limit.run(() => this.run(task), organizationId);
    if (!result.ok) {
      throw new AppError('invalid_population', { issues: result.issues, issue_count: result.issueCount });
    }
    return result;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }

  private async run(task: PeopleTask): Promise<PeopleResult> {
    const signal = AbortSignal.timeout(computeTimeoutMs);
    try {
      return await this.pool.run(task, { signal });
    } catch (error) {
      this.logger.warn({ error }, 'failed to create population');
      const message = signal.aborted ? 'takes too long to read: send fewer rows' : 'cannot be read: check the file';
      return { ok: false, issues: [{ path: '', message }], issueCount: 1 };
    }
  }
}
