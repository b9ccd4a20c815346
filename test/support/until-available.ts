import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Sends a request again, as a client would, while the service is overloaded: other tests use the same processors. A response 503 that the
 * request causes stays.
 */
export async function untilAvailable<Response extends { status: number; headers: Headers }>(
  send: () => Promise<Response>,
  attempts = 12,
): Promise<Response> {
  const response = await send();
  const retryAfter = Number(response.headers.get('retry-after'));
  if (response.status !== 503 || !(retryAfter > 0) || attempts === 1) return response;
  await sleep(1_000 * retryAfter);
  return untilAvailable(send, attempts - 1);
}
