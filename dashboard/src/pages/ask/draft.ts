import type { ParameterValues } from '../../parameter-form/parameters';
import { useDraftInput } from '../../run-simulation/use-run-form';

export interface Draft {
  question: string;
  /** Values that the user changed. They take precedence over the question. */
  overrides: ParameterValues;
  /** Undefined: the recommended number of the workflow. */
  agentCount: number | undefined;
  /** The workflow that the user chose to answer the question. */
  workflowId: string | undefined;
}

const emptyDraft: Draft = {
  question: '',
  overrides: {},
  agentCount: undefined,
  workflowId: undefined,
};

/** A draft with a new question. Decisions about the earlier question do not apply to it. */
export function withQuestion(draft: Draft, question: string): Draft {
  return { ...emptyDraft, agentCount: draft.agentCount, question };
}

/** The draft of a user, until it runs. */
export const useDraft = (userId: string, initialQuestion: string | null) =>
  useDraftInput<Draft>('ask', `ask-draft:${userId}`, (stored) => {
    const draft = { ...emptyDraft, ...stored };
    return initialQuestion ? withQuestion(draft, initialQuestion) : draft;
  });
