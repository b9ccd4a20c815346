import type { Caller } from '../../common/identity/caller.js';
import { type Reading, unread } from '../../../questions/reading.js';
import type { QuestionInterpretation } from '../../simulations/question-interpretation.schema.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import { join } from 'node:path';
import type { OnApplicationShutdown } from '@nestjs/common';
import { apiMemory } from '../../config/memory-limits.js';
import { isOutOfMemory, Thread, TookTooLongError } from '../../common/thread.js';
import type { ReaderResult, ReaderTask } from './rules-reader.thread.js';

/** What a question means for one workflow, and who read it. */
export interface ReadQuestion {
  reading: Reading;
  readBy: QuestionInterpretation['read_by'];
  /** Why another reader was not used. */
  note: string | null;
}

/** Reads the scenario of a question. Never sets a value that the definition does not allow. */
export interface QuestionReader {
  /** @param byRules how the rules read the question for the workflow, if they did */
  read(caller: Caller, question: string, workflow: Workflow, byRules?: Reading): Promise<ReadQuestion>;
}

/** The reader of the question for the workflow that answers it. */
export const QUESTION_READER = Symbol('question reader');

/**
 * Far above the time of any question about a published definition, which is checked for it. The first question about a workflow takes up to
 * half a second of processor time, and on a busy machine several times that.
 */
const readTimeoutMs = 3_000;

/** Reads English questions with rules, in a thread, so that the event loop stays free. Organizations take turns. */
export class RulesReader implements QuestionReader, OnApplicationShutdown {
  private readonly thread: Thread<ReaderTask, ReaderResult>;

  constructor(timeoutMs = readTimeoutMs, filename = join(import.meta.dirname, 'rules-reader.thread.js')) {
    this.thread = new Thread(filename, {
      timeoutMs,
      maxMemoryMb: apiMemory.rulesThread.memoryMb,
      maxPerOrganization: 100,
    });
  }

  async read(caller: Caller, question: string, workflow: Workflow, byRules?: Reading): Promise<ReadQuestion> {
    const reading = byRules ?? (await this.readFor(caller, question, [workflow]))[0]!;
    return { reading, readBy: 'rules', note: null };
  }

  /**
   * Reads a question for each workflow. If that takes more than three seconds, each reading is {@link unread}. Throws `AppError`
   * `service_unavailable` or `rate_limited` if too many questions wait.
   */
  async readFor({ organizationId }: Caller, question: string, workflows: readonly Workflow[]): Promise<Reading[]> {
    if (workflows.length === 0) return [];
    const digests = workflows.map(({ digest }) => digest);
    const all = new Map(workflows.map(({ digest, definition }) => [digest, definition]));
    return this.thread.inTurn(organizationId, async (run) => {
      const read = async (definitions: ReaderTask['definitions']): Promise<Reading[]> => {
        const result = await run({ question, digests, definitions });
        return 'readings' in result ? result.readings : read(all);
      };
      try {
        return await read(new Map());
      } catch (error) {
        if (!(error instanceof TookTooLongError) && !isOutOfMemory(error)) throw error;
        return workflows.map(() => unread(question));
      }
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.close();
  }
}
