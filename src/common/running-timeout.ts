/** A longer delay of a timer shows that the process was paused, or that its own work blocked it. */
const toleratedDelayMs = 100;

/**
 * Calls `onTimeout` after the process has run for `timeoutMs`. The returned function cancels this. `setTimeout` would also count the time in
 * which the process was paused. Here, the time starts again after a pause, and replies that have arrived are read first.
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
