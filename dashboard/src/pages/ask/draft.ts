import { useCallback, useEffect, useRef } from 'react';
import type { ParameterValues } from '../../parameter-form/parameters';
import { useKeptInput } from '../../run-simulation/kept-input';

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

/** Keeps the draft of a user in this browser tab until it runs, also when the session ends. The Back button shows a draft that ran. */
export function useDraft(userId: string, initialQuestion: string | null) {
  const storageKey = `ask-draft:${userId}`;
  const [draft, setDraft] = useKeptInput<Draft>('ask', () => {
    const stored = read(storageKey);
    return initialQuestion ? withQuestion(stored, initialQuestion) : stored;
  });
  // A draft that ran and that the Back button shows is no draft for another visit.
  const isChanged = useRef(false);
  useEffect(() => {
    if (isChanged.current) sessionStorage.setItem(storageKey, JSON.stringify(draft));
  }, [storageKey, draft]);
  const change = (next: Draft) => {
    isChanged.current = true;
    setDraft(next);
  };
  const forget = useCallback(() => sessionStorage.removeItem(storageKey), [storageKey]);
  return { draft, setDraft: change, forget };
}

function read(storageKey: string): Draft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<Draft>;
    return { ...emptyDraft, ...stored };
  } catch {
    return emptyDraft;
  }
}
