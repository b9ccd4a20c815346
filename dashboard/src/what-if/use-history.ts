import { useEffect, useRef, useState } from 'react';
import type { ParameterValues } from '../parameter-form';

/** Time without a change after which a control is at rest. */
const restMs = 250;

/** The values at rest: the latest ones that stayed the same for a moment. */
export function useAtRest(values: ParameterValues) {
  const latest = JSON.stringify(values);
  const [atRest, setAtRest] = useState(latest);
  useEffect(() => {
    const timer = setTimeout(() => setAtRest(latest), restMs);
    return () => clearTimeout(timer);
  }, [latest]);
  return { isMoving: latest !== atRest, atRest };
}

/** Undoes changes, one position at rest at a time. */
export function useUndo(atRest: string, onValues: (values: ParameterValues) => void) {
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
    onValues(JSON.parse(last) as ParameterValues);
  };
  return { canUndo: earlier.length > 0, undo };
}
