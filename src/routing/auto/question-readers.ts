import type { Caller } from '../../common/identity/caller.js';
import { type Reading, unread, type NotRead } from '../../../questions/reading.js';
import type { QuestionInterpretation } from '../../simulations/question-interpretation.schema.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import { join } from 'node:path';
import type { OnApplicationShutdown } from '@nestjs/common';
import { apiMemory } from '../../config/memory-limits.js';
import { isOutOfMemory, Thread, TookTooLongError } from '../../common/thread.js';
import type { ReaderResult, ReaderTask } from './rules-reader.thread.js';
import type { NoAnswerReason } from '../../language-model/language-model-error.js';
import type { LanguageModel } from '../../language-model/language-model.service.js';
import type { ModelReading } from '../../language-model/tasks/questions.js';

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

const causes: Record<NoAnswerReason, string> = {
  timeout: 'it did not respond in time',
  unavailable: 'it is unavailable',
  circuit_open: 'it is paused after failures',
  budget_used_up: 'the requests of the day are used up',
  invalid_answer: 'its answer was not valid',
};
export const withoutModel = (reason: NoAnswerReason): string => `The language model was not used: ${causes[reason]}.`;

/** Kinds that the model only recognizes. The rules read their scenarios. */
const kindsOfRules: ReadonlySet<Reading['kind']> = new Set(['comparison', 'range', 'goal']);

/** Reads questions with the configured language model. Without its answer, the rules read the question. */
export class ModelReader implements QuestionReader {
  constructor(
    private readonly model: LanguageModel,
    private readonly rules: RulesReader,
  ) {}

  async read(caller: Caller, question: string, workflow: Workflow, byRules?: Reading): Promise<ReadQuestion> {
    if (workflow.definition.scenario.parameters.length === 0)
      return this.rules.read(caller, question, workflow, byRules);
    const answered = await this.model.extract(caller, question, workflow);
    if (answered.ok && !kindsOfRules.has(answered.answer.kind))
      return { reading: readingOf(question, answered.answer), readBy: 'model', note: null };
    const read = await this.rules.read(caller, question, workflow, byRules);
    return answered.ok ? read : { ...read, note: withoutModel(answered.reason) };
  }
}

/** All words are excerpts of the question; see {@link ModelReading}. */
function readingOf(question: string, { kind, values, segments, unread, dropped }: ModelReading): Reading {
  const unused = unread.map((words): NotRead => ({ words, reason: 'no_parameter', parameters: [], candidates: [] }));
  const refused = dropped.map((parameter): NotRead => ({
    words: question,
    reason: 'out_of_bounds',
    parameters: [parameter],
    candidates: [],
  }));
  return {
    kind: kind === 'baseline' && values.length > 0 ? 'scenario' : kind,
    values: kind === 'denied' ? [] : values,
    arms: [],
    goal: null,
    segments,
    notRead: [...unused, ...refused],
  };
}
