import { join } from 'node:path';
import type { OnApplicationShutdown } from '@nestjs/common';
import { ConcurrencyLimit } from '../../common/concurrency-limit.js';
import { AppError } from '../../common/errors/app-error.js';
import { apiMemory } from '../../config/memory-limits.js';
import { ProcessLimitError, runLimited, type ProcessLimits } from '../../platform/process/limited-process.js';
import type { CreatedPeople, PeopleResult, PeopleTask } from './create-people.js';

/** What a caller can change if the rows take too long or too much memory. */
const advice: Record<PeopleTask['kind'], Record<ProcessLimitError['limit'], string>> = {
  file: {
    time: 'takes too long to read: send fewer rows',
    memory: 'needs too much memory: send fewer rows or use a workflow with fewer attributes',
  },
  margins: {
    time: 'take too long to match: send fewer margins',
    memory: 'need too much memory: send fewer margins or use a workflow with fewer attributes',
  },
};

/** 100,000 people take a few seconds. A process of Node.js needs a quarter of the memory before it reads a file. */
const usualLimits: ProcessLimits = { memoryMb: apiMemory.people.memoryMb, cpuSeconds: 20, timeoutMs: 30_000 };
const waitTimeoutMs = usualLimits.timeoutMs + 10_000;
const maxPerOrganization = 4;

/** Creates populations one at a time. Each has a process of its own, which ends if it takes too much time or memory. */
export class PeopleProcess implements OnApplicationShutdown {
  private readonly turns = new ConcurrencyLimit(apiMemory.people.concurrent, waitTimeoutMs, maxPerOrganization);
  private readonly shutdown = new AbortController();

  constructor(
    private readonly file = join(import.meta.dirname, 'create-people.process.js'),
    private readonly limits = usualLimits,
  ) {}

  /** Throws {@link AppError} `invalid_population`, and `service_unavailable` if too many imports wait. */
  async create(organizationId: string, task: PeopleTask): Promise<CreatedPeople> {
    const result = await this.turns.run(() => this.run(task), organizationId);
    if (!result.ok) {
      throw new AppError('invalid_population', { issues: result.issues, issue_count: result.issueCount });
    }
    return result;
  }

  onApplicationShutdown(): void {
    this.shutdown.abort();
  }

  private async run(task: PeopleTask): Promise<PeopleResult> {
    const { signal } = this.shutdown;
    try {
      return await runLimited<PeopleTask, PeopleResult>(this.file, task, this.limits, { signal });
    } catch (error) {
      if (!(error instanceof ProcessLimitError)) throw error;
      return { ok: false, issues: [{ path: '', message: advice[task.kind][error.limit] }], issueCount: 1 };
    }
  }
}
