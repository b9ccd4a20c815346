import { join } from 'node:path';
import { AppError } from '../../common/errors/app-error.js';
import { ProcessLimitError, type ProcessLimits } from '../../platform/process/limited-process.js';
import type { ProcessTurns } from '../../platform/process/process-turns.service.js';
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
const usualLimits: ProcessLimits = { memoryMb: 1_024, cpuSeconds: 20, timeoutMs: 30_000 };

/** Creates populations, each in a process of its own. */
export class PeopleProcess {
  constructor(
    private readonly turns: ProcessTurns,
    private readonly file = join(import.meta.dirname, 'create-people.process.js'),
    private readonly limits = usualLimits,
  ) {}

  /**
   * Throws {@link AppError} `invalid_population`, and like {@link ProcessTurns.inTurn}.
   *
   * @param descriptor of the open file of a task that has one
   */
  async create(organizationId: string, task: PeopleTask, descriptor?: number): Promise<CreatedPeople> {
    const { file, limits } = this;
    const result = await this.turns.inTurn(organizationId, (run) =>
      run<PeopleTask, PeopleResult>({ file, limits }, task, descriptor).catch((error: unknown): PeopleResult => {
        if (!(error instanceof ProcessLimitError)) throw error;
        return { ok: false, issues: [{ path: '', message: advice[task.kind][error.limit] }], issueCount: 1 };
      }),
    );
    if (!result.ok) {
      throw new AppError('invalid_population', { issues: result.issues, issue_count: result.issueCount });
    }
    return result;
  }
}
