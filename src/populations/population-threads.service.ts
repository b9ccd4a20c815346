import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppError } from '../common/errors/app-error.js';
import { SingleThread, TookTooLongError } from '../common/single-thread.js';
import type { CreatedPeople, PeopleResult, PeopleTask } from './create-people.thread.js';

/** What a caller can change if the rows take too long or too much memory. */
const advice: Record<PeopleTask['kind'], { takesTooLong: string; needsTooMuchMemory: string }> = {
  file: {
    takesTooLong: 'takes too long to read: send fewer rows',
    needsTooMuchMemory: 'needs too much memory: send fewer rows or use a workflow with fewer attributes',
  },
  margins: {
    takesTooLong: 'take too long to match: send fewer margins',
    needsTooMuchMemory: 'need too much memory: send fewer margins or use a workflow with fewer attributes',
  },
};

/** Creates populations one at a time, in a thread that is terminated if it takes too long or too much memory. */
@Injectable()
export class PopulationThreads implements OnApplicationShutdown {
  private readonly thread = new SingleThread<PeopleTask, PeopleResult>({
    filename: join(import.meta.dirname, 'create-people.thread.js'),
    work: 'a population',
    maxPerOrganization: 4,
    // 100,000 people take a few seconds.
    computeTimeoutMs: 30_000,
    memoryMb: 512,
  });

  /** Throws {@link AppError} `invalid_population`, and `service_unavailable` if too many imports wait. */
  async create(organizationId: string, task: PeopleTask): Promise<CreatedPeople> {
    const result = await this.thread.inTurn(organizationId, async (run) => {
      try {
        return await run(task);
      } catch (error) {
        const { takesTooLong, needsTooMuchMemory } = advice[task.kind];
        if (error instanceof TookTooLongError) return rejected(takesTooLong);
        if (isOutOfMemory(error)) return rejected(needsTooMuchMemory);
        throw error;
      }
    });
    if (!result.ok) {
      throw new AppError('invalid_population', { issues: result.issues, issue_count: result.issueCount });
    }
    return result;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.close();
  }
}

function rejected(message: string): PeopleResult {
  return { ok: false, issues: [{ path: '', message }], issueCount: 1 };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
