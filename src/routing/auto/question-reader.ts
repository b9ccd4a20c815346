import type { Caller } from '../../common/identity/caller.js';
import type { Reading } from '../../interpretation/reading.js';
import type { QuestionInterpretation } from '../../simulations/question-interpretation.schema.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';

/** What a question means for one workflow, and who read it. */
export interface ReadQuestion {
  reading: Reading;
  readBy: QuestionInterpretation['read_by'];
  /** Why another reader was not used. */
  note: string | null;
}

/** Reads the scenario of a question. Never sets a value that the definition does not allow. */
export interface QuestionReader {
  read(caller: Caller, question: string, workflow: Workflow): Promise<ReadQuestion>;
}

/** The reader of the question for the workflow that answers it. */
export const QUESTION_READER = Symbol('question reader');
