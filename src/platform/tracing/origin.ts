import { z } from 'zod';
import type { Caller } from '../../common/identity/caller.js';
import { traceParent } from './spans.js';

const originSchema = z.object({ request_id: z.string(), trace_parent: z.string().optional() });

/** The request that caused some work. It is stored with the work, so that logs and traces of all processes contain its ids. */
export type StoredOrigin = z.infer<typeof originSchema>;

export function toStoredOrigin({ origin }: Caller): StoredOrigin {
  const trace_parent = traceParent();
  return { request_id: origin.requestId, ...(trace_parent !== undefined && { trace_parent }) };
}

/** Parses an origin from the database. Returns undefined for rows that were written before origins were stored. */
export function readOrigin(json: unknown): StoredOrigin | undefined {
  return originSchema.safeParse(json).data;
}
