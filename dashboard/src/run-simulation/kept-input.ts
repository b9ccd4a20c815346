import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { readStored } from '../session/store';

/** Pages that were opened by their address have no key in the history, and share these entries: a new visit starts with the initial input. */
const withoutKey = 'address:';
if (isNewVisit())
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(withoutKey)) sessionStorage.removeItem(name);

/** Whether this document was neither reloaded nor opened by the Back button. */
function isNewVisit(): boolean {
  const entries = 'getEntriesByType' in performance ? performance.getEntriesByType('navigation') : [];
  return entries.some((entry) => 'type' in entry && entry.type === 'navigate');
}

/**
 * The input of a form, kept with its entry in the history of this browser tab: the Back button and a reload show it again, and another visit
 * of the page starts with the initial input.
 *
 * @param name distinguishes the forms of a page, such as those of its workflows
 * @param initial the input of another visit
 */
export function useKeptInput<Input>(name: string, initial: () => Input): [Input, Dispatch<SetStateAction<Input>>] {
  const { key, pathname, search } = useLocation();
  const isReplaced = useNavigationType() === NavigationType.Replace;
  const storageKey =
    key === 'default' ? `${withoutKey}${pathname}:${name}:${search}` : `input:${pathname}:${name}:${key}`;
  const last = useRef(storageKey);
  const [input, setInput] = useState(() => readStored<Input>(storageKey) ?? initial());
  useEffect(() => {
    // The page wrote its state into its address: the earlier entry of the history no longer exists.
    if (isReplaced && last.current !== storageKey) sessionStorage.removeItem(last.current);
    last.current = storageKey;
    sessionStorage.setItem(storageKey, JSON.stringify(input));
  }, [storageKey, input, isReplaced]);
  return [input, setInput];
}

/**
 * The input of a form, which is also stored in this browser tab until it runs, when the session ends too. Input that ran and that the Back
 * button shows is not stored for another visit.
 *
 * @param name that of {@link useKeptInput}
 * @param initial the input of another visit, from what is stored
 */
export function useDraftInput<Input>(name: string, storageKey: string, initial: (stored: Partial<Input>) => Input) {
  const [input, setInput] = useKeptInput(name, () => initial(readStored<Partial<Input>>(storageKey) ?? {}));
  const isChanged = useRef(false);
  useEffect(() => {
    if (isChanged.current) sessionStorage.setItem(storageKey, JSON.stringify(input));
  }, [storageKey, input]);
  const change = (changed: Partial<Input>) => {
    isChanged.current = true;
    setInput((own) => ({ ...own, ...changed }));
  };
  return { input, change, forget: () => sessionStorage.removeItem(storageKey) };
}
