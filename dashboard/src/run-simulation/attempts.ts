import { newIdempotencyKey } from '../api/client';

const storageKey = 'simulation-attempt';

/**
 * The idempotency key of a request. Retries of the same request have the same key, even after the page was loaded again, so that a
 * simulation whose response was lost is not created twice.
 */
export function idempotencyKeyOf(request: unknown): string {
  const content = JSON.stringify(request);
  const stored = read();
  if (stored?.content === content) return stored.key;
  const key = newIdempotencyKey();
  sessionStorage.setItem(storageKey, JSON.stringify({ content, key }));
  return key;
}

/** Called when the request succeeded. The same request again is a new simulation. */
export function attemptSucceeded(): void {
  sessionStorage.removeItem(storageKey);
}

function read(): { content: string; key: string } | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as { content: string; key: string } | null;
    return stored ?? undefined;
  } catch {
    return undefined;
  }
}
