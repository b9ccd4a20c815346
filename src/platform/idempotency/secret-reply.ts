import { Reply } from '../../common/http/reply.js';
import { replayHeaders } from './idempotency-key.js';

/** A response with a key, secret or token, or the replay of one. Caches must not store it, and it is not compressed. */
export function secretReply<T>(data: T, replayed = false, headers: Record<string, string> = {}): Reply<T> {
  const allHeaders = { ...headers, 'Cache-Control': 'no-store', ...replayHeaders(replayed) };
  return new Reply(data, { hasSecret: true, headers: allHeaders });
}
