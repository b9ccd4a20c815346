import { useEffect, useState } from 'react';

/** Pauses of this length in the changes of a form start a request. */
const pauseMs = 400;

/** The request of a form as JSON: the latest one, and the one that stayed the same for a moment. Undefined while the form is incomplete. */
export function useSettled(request: object | undefined) {
  const latest = JSON.stringify(request);
  const [settled, setSettled] = useState(latest);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(latest), pauseMs);
    return () => clearTimeout(timer);
  }, [latest]);
  return { latest, settled };
}
