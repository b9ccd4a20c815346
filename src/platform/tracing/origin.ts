import { z } from 'zod';
import type { Caller } from '../../common/identity/caller.js';
import { traceParent } from './spans.js';

const originSchema = z.object({ request_id: z.string(), trace_parent: z.string().optional() });

/** The request that work came from, as it is kept with the work: logs and traces of all processes speak of it by these names. */
export type StoredOrigin = z.infer<typeof originSchema>;

export function toStoredOrigin({ origin }: Caller): StoredOrigin {
  const trace_parent = traceParent();
  return { request_id: origin.requestId, ...(trace_parent !== undefined && { trace_parent }) };
}

/** As it comes from the database; undefined for what was written before origins were kept. */
export function readOrigin(json: unknown): StoredOrigin | undefined {
  return originSchema.safeParse(json).data;
}
