import { Reply } from '../../common/http/reply.js';
import { replayHeaders } from '../../platform/idempotency/idempotency-key.js';

/** A response that caches must not store. */
export function secretReply<T extends { secret: string }>(data: T, replayed = false): Reply<T> {
  return new Reply(data, { headers: { 'Cache-Control': 'no-store', ...replayHeaders(replayed) } });
}
