import { join } from 'node:path';
import type { OnApplicationShutdown } from '@nestjs/common';
import { isOutOfMemory, SingleThread, TookTooLongError } from '../../common/single-thread.js';
import { unreadInterpretation, type Interpretation } from '../../interpretation/findings.js';
import type { ModelHelp } from '../../language-model/merge/read-question.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import type { ReaderResult, ReaderTask } from './question-reader.thread.js';

/** A question about a workflow, in English, or with the help of the language model. */
export interface QuestionFor {
  workflow: Workflow;
  question: string;
  help?: ModelHelp | undefined;
}

/**
 * Far above the time of any question about a published definition, which is checked for it. The first question about a workflow takes up to
 * half a second of processor time, and on a busy machine several times that.
 */
const readTimeoutMs = 3_000;

/** Reads questions in a thread, so that the event loop stays free. Organizations take turns. */
export class QuestionReader implements OnApplicationShutdown {
  private readonly thread: SingleThread<ReaderTask, ReaderResult>;

  constructor(
    private readonly timeoutMs = readTimeoutMs,
    filename = join(import.meta.dirname, 'question-reader.thread.js'),
  ) {
    this.thread = new SingleThread({
      filename,
      work: 'a question',
      maxPerOrganization: 100,
      // For the start of the thread.
      computeTimeoutMs: 10_000,
      memoryMb: 512,
    });
  }

  /**
   * Reads the questions of one request. If all of them together take more than three seconds, each is returned as not read. Throws
   * `AppError` `service_unavailable` or `rate_limited` if too many questions wait.
   */
  async read(organizationId: string, asked: readonly QuestionFor[]): Promise<Interpretation[]> {
    if (asked.length === 0) return [];
    const questions = asked.map(({ workflow: { digest }, question, help }) => ({ digest, question, help }));
    return this.thread.inTurn(organizationId, async (run) => {
      // Starts the thread, so that the time of its start does not count.
      const digests = questions.map(({ digest }) => digest);
      const unknown = new Set((await run({ kind: 'find_unknown', digests })) as string[]);
      const definitions = new Map(
        asked.flatMap(({ workflow: { digest, definition } }) =>
          unknown.has(digest) ? [[digest, definition] as const] : [],
        ),
      );
      try {
        return (await run({ kind: 'read', definitions, questions }, this.timeoutMs)) as Interpretation[];
      } catch (error) {
        if (!(error instanceof TookTooLongError) && !isOutOfMemory(error)) throw error;
        return questions.map(({ question }) => unreadInterpretation(question));
      }
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.close();
  }
}
