import { useEffect, useState } from 'react';
import type { Dataset, Known, Question } from './dataset';
import { guessedRoles, type Roles } from './roles';

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
export interface Memory {
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
  try {
    const stored = JSON.parse(storage.getItem(storageKey(id)) ?? '{}') as Partial<Memory>;
    if (stored.choices && (!fit || stored.fit === fit.id))
      return { choices: { ...empty, ...stored.choices }, edited: stored.edited, fit: stored.fit ?? null };
  } catch {
    // What no version of this page has stored is ignored.
  }
  return { choices: empty, edited: fit?.spec, fit: fit?.id ?? null };
}

/** Keeps what the user says in this browser tab, also when the page is loaded again. Signing out deletes it. */
export function useMemory(dataset: Dataset, fit: { id: string; spec: string } | undefined, fitId: string | null) {
  const [start] = useState(() => readMemory(dataset, fit));
  const [choices, setChoices] = useState(start.choices);
  const [edited, setEdited] = useState(start.edited);
  const key = storageKey(dataset.id);
  useEffect(() => {
    sessionStorage.setItem(key, JSON.stringify({ choices, edited, fit: fitId ?? start.fit } satisfies Memory));
  }, [key, choices, edited, fitId, start]);
  return { choices, setChoices, edited, setEdited };
}
