import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

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
  const [input, setInput] = useState(() => read<Input>(storageKey) ?? initial());
  useEffect(() => {
    // The page wrote its state into its address: the earlier entry of the history no longer exists.
    if (isReplaced && last.current !== storageKey) sessionStorage.removeItem(last.current);
    last.current = storageKey;
    sessionStorage.setItem(storageKey, JSON.stringify(input));
  }, [storageKey, input, isReplaced]);
  return [input, setInput];
}

function read<Input>(storageKey: string): Input | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Input | null) ?? undefined;
  } catch {
    return undefined;
  }
}
