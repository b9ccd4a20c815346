import { readFileSync } from 'node:fs';
import type { ApiProcess } from './api-process.js';

/** Processor time of the thread that runs the event loop of a service, in ms. Only Linux reports it: elsewhere, the time of a clock. */
function eventLoopMs({ pid }: ApiProcess): number {
  if (process.platform !== 'linux') return performance.now();
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/**
 * Sends all requests concurrently. Returns the longest time for which the service let a small request of another client wait meanwhile: in
 * processor time, because a busy machine makes every response late.
 */
export async function longestWaitMs(
  service: ApiProcess,
  requests: readonly (() => Promise<Response>)[],
): Promise<number> {
  let isDone = false;
  const all = Promise.all(requests.map(async (send) => (await send()).arrayBuffer())).finally(() => (isDone = true));
  let longest = 0;
  while (!isDone) {
    const before = eventLoopMs(service);
    expect((await fetch(`${service.url}/livez`)).status).toBe(200);
    longest = Math.max(longest, eventLoopMs(service) - before);
  }
  await all;
  return longest;
}
