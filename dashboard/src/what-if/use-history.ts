import { useEffect, useRef, useState } from 'react';

/** Time without a change after which a control is at rest. */
const restMs = 250;

/** The state at rest: the latest one that stayed the same for a moment. */
export function useAtRest(state: object) {
  const latest = JSON.stringify(state);
  const [atRest, setAtRest] = useState(latest);
  useEffect(() => {
    const timer = setTimeout(() => setAtRest(latest), restMs);
    return () => clearTimeout(timer);
  }, [latest]);
  return { isMoving: latest !== atRest, atRest };
}

/** Undoes changes, one position at rest at a time. */
export function useUndo<State extends object>(atRest: string, onState: (state: State) => void) {
  const [earlier, setEarlier] = useState<readonly string[]>([]);
  const current = useRef(atRest);
  const isUndone = useRef(false);
  useEffect(() => {
    if (current.current === atRest) return;
    const previous = current.current;
    current.current = atRest;
    if (!isUndone.current) setEarlier((stack) => [...stack, previous]);
    isUndone.current = false;
  }, [atRest]);
  const undo = () => {
    const last = earlier.at(-1);
    if (last === undefined) return;
    setEarlier(earlier.slice(0, -1));
    isUndone.current = last !== atRest;
    onState(JSON.parse(last) as State);
  };
  return { canUndo: earlier.length > 0, undo };
}
