import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiFailure } from '../../api/client';
import { useSettled } from '../../run-simulation/use-run-form';
import { useHasScope } from '../../session/session';
import { draftSpec, type Dataset, type Known, type Question, type SpecDraft } from './dataset';
import { guessedRoles, knownOf, type Roles } from './roles';

export type Answers = Partial<Pick<Known, Question['part']>>;

/** What the user decided about the dataset. */
export interface Choices {
  roles: Roles;
  alternatives: Known['alternatives'] | undefined;
  /** Undefined: the title of the draft. */
  title: string | undefined;
  answers: Answers;
}

/**
 * The spec of the model. The service writes it from the choices, until the user edits the YAML: the edited text then replaces it.
 * @param stored spec of an earlier fit
 */
export function useSpec(dataset: Dataset, stored: string | undefined) {
  const [choices, setChoices] = useState<Choices>(() => ({
    roles: guessedRoles(dataset.columns),
    alternatives: undefined,
    title: undefined,
    answers: {},
  }));
  const [edited, edit] = useState(stored);
  const base = knownWith(choices, dataset);
  const open = useDraft(dataset.id, edited === undefined ? base : undefined);
  const questions = open.data?.questions ?? [];
  const asked = Object.entries(choices.answers).filter(([part]) => questions.some((one) => one.part === part));
  const draft = useDraft(
    dataset.id,
    edited === undefined && open.data && base && { ...base, ...Object.fromEntries(asked) },
  );
  const error = open.error ?? draft.error;
  const isCurrent = draft.data !== undefined && !draft.isPlaceholderData && error === null;
  return {
    choices,
    change: (part: Partial<Choices>) => setChoices((previous) => ({ ...previous, ...part })),
    questions,
    /** Undefined while the draft is written, or if there is no outcome. */
    text: edited ?? (base && draft.data?.spec),
    /** Whether the text follows from the choices and is complete. */
    isReady: edited !== undefined || (base !== undefined && isCurrent),
    isEdited: edited !== undefined,
    edit,
    discard: () => edit(undefined),
    error,
  };
}

export type SpecState = ReturnType<typeof useSpec>;

function knownWith({ roles, alternatives, title }: Choices, { columns }: Dataset): Known | undefined {
  const known = knownOf(roles, columns);
  return known && { ...known, ...(alternatives && { alternatives }), ...(title?.trim() && { title: title.trim() }) };
}

function useDraft(datasetId: string, known: Known | undefined | false) {
  const canDraft = useHasScope('simulations:write');
  const { latest, settled } = useSettled(known || undefined);
  return useQuery({
    queryKey: ['datasets', 'draft', datasetId, settled],
    queryFn: ({ signal }): Promise<SpecDraft> => draftSpec(datasetId, JSON.parse(settled ?? '{}') as Known, signal),
    enabled: canDraft && settled !== undefined && settled === latest,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    // Above the rate limit, the draft waits for as long as the service requests.
    retry: (count, error) => count < 3 && isApiFailure(error) && error.status === 429,
    retryDelay: (_count, error) => ((isApiFailure(error) ? error.retryAfterSeconds : undefined) ?? 2) * 1000,
  });
}

/**
 * Reads and changes one line of a spec. The dashboard does not parse YAML: the service does, and a draft has each field in one line.
 */
const linePattern = (field: string) => new RegExp(`^${field}:[ \\t]+(.*)$`, 'm');

/** The text of a field. Undefined if it is not in one line. */
export function fieldOf(spec: string, field: string): string | undefined {
  const value = linePattern(field).exec(spec)?.[1]?.trim();
  if (value === undefined || /^([|>&*!{[]|#|$)/.test(value)) return undefined;
  const double = /^("(?:[^"\\]|\\.)*")\s*(#.*)?$/.exec(value);
  if (double) return parsed(double[1]!);
  const single = /^'((?:[^']|'')*)'\s*(#.*)?$/.exec(value);
  if (single) return single[1]!.replaceAll("''", "'");
  return /^["']/.test(value) ? undefined : value.replace(/\s+#.*$/, '');
}

function parsed(text: string): string | undefined {
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}

/** The spec with another text of a field that {@link fieldOf} reads. */
export function withField(spec: string, field: string, text: string): string {
  // A JSON text is a YAML text. Others need no quotes and are easier to read.
  const isPlain =
    /^[A-Za-z][\w. ~+|*^()-]*$/.test(text) && text.trim() === text && !/^(yes|no|true|false|null)$/i.test(text);
  return spec.replace(linePattern(field), () => `${field}: ${isPlain ? text : JSON.stringify(text)}`);
}
