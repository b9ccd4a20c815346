import type { Caller } from '../../common/identity/caller.js';
import type { NotRead, Reading } from '../../../questions/reading.js';
import type { NoAnswerReason } from '../../language-model/language-model-error.js';
import type { LanguageModel } from '../../language-model/language-model.service.js';
import type { ModelReading } from '../../language-model/tasks/extract.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import type { QuestionReader, ReadQuestion, RulesReader } from './rules.reader.js';

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
