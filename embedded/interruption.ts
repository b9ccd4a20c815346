/** Under npm one Ctrl-C arrives twice: from the terminal, and passed on by npm. Only a later one means "now". */
const sameKeyPressMs = 500;

/**
 * Aborted by the first SIGINT, SIGTERM or SIGHUP, which asks for an orderly stop; the next ends us at once, and what we started is told to end
 * too (see `signalAtExit`).
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  let firstAtMs = 0;
  const interrupt = () => {
    if (!controller.signal.aborted) {
      firstAtMs = performance.now();
      // The terminal may be gone: that nobody reads on is no reason not to stop in order.
      for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
      controller.abort(new Error('interrupted'));
    } else if (performance.now() - firstAtMs > sameKeyPressMs) {
      process.exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  return controller.signal;
}

/** Resolves when it is aborted, at once when it has been; never without a signal. */
export function aborted(signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
}
