/** Under npm, one Ctrl-C arrives twice: from the terminal and from npm. Only a later signal is a second request. */
const sameKeyPressMs = 500;

/**
 * Returns a signal that the first SIGINT, SIGTERM or SIGHUP aborts, for an orderly stop. The next signal ends this process immediately and
 * signals its children (see `signalAtExit`).
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  let firstAtMs = 0;
  const interrupt = () => {
    if (!controller.signal.aborted) {
      firstAtMs = performance.now();
      // The terminal may be closed. Write errors must not interrupt the orderly stop.
      for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
      controller.abort(new Error('interrupted'));
    } else if (performance.now() - firstAtMs > sameKeyPressMs) {
      process.exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  return controller.signal;
}

/** Resolves when the signal is aborted. Never resolves without a signal. */
export function aborted(signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
}
