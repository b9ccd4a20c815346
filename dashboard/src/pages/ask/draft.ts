import { useCallback, useEffect, useState } from 'react';
import type { ParameterValues } from '../../parameter-form';

/** Everything that the user entered on the page. */
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

/** Keeps the draft of a user in this browser tab, also when the page is loaded again or the session ends. */
export function useDraft(userId: string, initialQuestion: string | null) {
  const storageKey = `ask-draft:${userId}`;
  const [draft, setDraft] = useState<Draft>(() => {
    const stored = read(storageKey);
    return initialQuestion ? withQuestion(stored, initialQuestion) : stored;
  });
  useEffect(() => sessionStorage.setItem(storageKey, JSON.stringify(draft)), [storageKey, draft]);
  const forget = useCallback(() => sessionStorage.removeItem(storageKey), [storageKey]);
  return { draft, setDraft, forget };
}

function read(storageKey: string): Draft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<Draft>;
    return { ...emptyDraft, ...stored };
  } catch {
    return emptyDraft;
  }
}
