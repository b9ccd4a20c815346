import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { afterRateLimit } from '../../run-simulation/use-run-form';
import { useHasScope } from '../../session/session';
import { readStored, useSettled } from '../../session/store';
import {
  type Dataset,
  draftSpec,
  guessedRoles,
  type Known,
  knownOf,
  type Question,
  type Roles,
  type SpecDraft,
} from './dataset';

/**
 * The spec of the model. The service writes it from the choices, until the user edits the YAML: the edited text then replaces it.
 * @param fit an earlier fit with its spec
 * @param fitId the latest fit
 */
export function useSpec(dataset: Dataset, fit: { id: string; spec: string } | undefined, fitId: string | null) {
  const { choices, setChoices, edited, setEdited } = useMemory(dataset, fit, fitId);
  const base = knownWith(choices, dataset);
  const draft = useDraft(dataset.id, edited === undefined ? base : undefined, choices.answers);
  const isCurrent = draft.data !== undefined && !draft.isPlaceholderData && draft.error === null;
  return {
    choices,
    change: (part: Partial<Choices>) => setChoices((previous) => ({ ...previous, ...part })),
    questions: draft.data?.questions ?? [],
    /** Undefined while the draft is written, or if there is no outcome. */
    text: edited ?? (base && draft.data?.spec),
    /** Whether the text follows from the choices and is complete. */
    isReady: edited !== undefined || (base !== undefined && isCurrent),
    isEdited: edited !== undefined,
    edit: setEdited,
    discard: () => setEdited(undefined),
    error: draft.error,
  };
}

export type SpecState = ReturnType<typeof useSpec>;

function knownWith({ roles, alternatives, changes, title }: Choices, { columns }: Dataset): Known | undefined {
  const known = knownOf(roles, columns);
  return (
    known && {
      ...known,
      ...(alternatives && { alternatives }),
      ...(Object.keys(changes).length > 0 && { change: changes }),
      ...(title?.trim() && { title: title.trim() }),
    }
  );
}

/**
 * The draft with all answers, and all questions: those that are asked without answers, then those that an answer raises.
 * @param draft drafts a spec from what is known
 */
export async function answeredDraft(
  base: Known,
  answers: Answers,
  draft: (known: Known) => Promise<SpecDraft>,
): Promise<SpecDraft> {
  const questions: Question[] = [];
  let known = base;
  for (;;) {
    const found = await draft(known);
    questions.push(...found.questions.filter(({ part }) => questions.every((one) => one.part !== part)));
    const asked = Object.entries(answers).filter(([part]) => questions.some((one) => one.part === part));
    if (asked.every(([part]) => part in known)) return { spec: found.spec, questions };
    known = { ...base, ...Object.fromEntries(asked) };
  }
}

function useDraft(datasetId: string, base: Known | undefined, answers: Answers) {
  const canDraft = useHasScope('simulations:write');
  const queryClient = useQueryClient();
  const { latest, settled } = useSettled(base && { base, answers });
  return useQuery({
    queryKey: ['datasets', 'draft', datasetId, settled],
    queryFn: ({ signal }) => {
      const request = JSON.parse(settled ?? '{}') as { base: Known; answers: Answers };
      return answeredDraft(request.base, request.answers, (known) =>
        queryClient.fetchQuery({
          queryKey: ['datasets', 'known', datasetId, JSON.stringify(known)],
          queryFn: () => draftSpec(datasetId, known, signal),
          staleTime: Infinity,
        }),
      );
    },
    enabled: canDraft && settled !== undefined && settled === latest,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    ...afterRateLimit,
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

export type Answers = Partial<Pick<Known, Question['part']>>;

/** What the user decided about the dataset. */
export interface Choices {
  roles: Roles;
  alternatives: Known['alternatives'] | undefined;
  /** What a scenario does to a number, by column. Undefined: as the service suggests. */
  changes: NonNullable<Known['change']>;
  /** Undefined: the title of the draft. */
  title: string | undefined;
  answers: Answers;
}

/** What the page keeps of a dataset. */
interface Memory {
  choices: Choices;
  /** The YAML, if the user edited it. */
  edited: string | undefined;
  /** The fit that belongs to it; null before the first one. */
  fit: string | null;
}

const storageKey = (datasetId: string) => `own-data:${datasetId}`;

/**
 * What the user said about a dataset before the page was loaded again. The spec of another fit replaces it.
 * @param fit the fit in the address, with its spec
 */
export function readMemory(
  { id, columns }: Pick<Dataset, 'id' | 'columns'>,
  fit: { id: string; spec: string } | undefined,
  storage: Pick<Storage, 'getItem'> = sessionStorage,
): Memory {
  const empty: Choices = {
    roles: guessedRoles(columns),
    alternatives: undefined,
    changes: {},
    title: undefined,
    answers: {},
  };
  // What no version of this page has stored is ignored.
  const stored = readStored<Partial<Memory>>(storageKey(id), storage);
  if (stored?.choices && (!fit || stored.fit === fit.id))
    return { choices: { ...empty, ...stored.choices }, edited: stored.edited, fit: stored.fit ?? null };
  return { choices: empty, edited: fit?.spec, fit: fit?.id ?? null };
}

/** Keeps what the user says in this browser tab, also when the page is loaded again. Signing out deletes it. */
function useMemory(dataset: Dataset, fit: { id: string; spec: string } | undefined, fitId: string | null) {
  const [start] = useState(() => readMemory(dataset, fit));
  const [choices, setChoices] = useState(start.choices);
  const [edited, setEdited] = useState(start.edited);
  const key = storageKey(dataset.id);
  useEffect(() => {
    sessionStorage.setItem(key, JSON.stringify({ choices, edited, fit: fitId ?? start.fit } satisfies Memory));
  }, [key, choices, edited, fitId, start]);
  return { choices, setChoices, edited, setEdited };
}
