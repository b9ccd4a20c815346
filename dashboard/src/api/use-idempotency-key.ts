import { useMemo } from 'react';
import { newIdempotencyKey } from './client';

/** An idempotency key that stays the same while the request stays the same, so that a retry never acts twice. */
export function useIdempotencyKey(request: unknown): string {
  const content = JSON.stringify(request);
  return useMemo(() => newIdempotencyKey(), [content]);
}
