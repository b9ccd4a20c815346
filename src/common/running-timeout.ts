/** A timer that is later than this shows that the process was paused, or that work of its own blocked it. */
const toleratedDelayMs = 100;

/**
 * Calls `onTimeout` once the process has run for `timeoutMs` without the returned function being called. Unlike `setTimeout`, a pause of
 * the process itself is no reason for a timeout: afterwards, the time starts again, and replies that have arrived are read first.
 */
export function setRunningTimeout(timeoutMs: number, onTimeout: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let canceled = false;
  const start = () => {
    const dueMs = performance.now() + timeoutMs;
    timer = setTimeout(() => {
      // `setImmediate` runs after the event loop has read from its sockets.
      if (performance.now() > dueMs + toleratedDelayMs) start();
      else setImmediate(() => void (canceled || onTimeout()));
    }, timeoutMs);
  };
  start();
  return () => {
    canceled = true;
    clearTimeout(timer);
  };
}
