import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const pollIntervalMs = 2;

const headersOf = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });

/** Creates a simulation and polls it until it is completed. Returns the time in ms. */
export async function createAndPoll(url: string, key: string, request: object): Promise<number> {
  const startedAtMs = performance.now();
  let record = await create(url, key, request);
  while (record.status !== 'completed') {
    if (record.status === 'failed') throw new Error(`simulation ${record.id} failed`);
    await sleep(pollIntervalMs);
    record = await recordOf(fetch(`${url}/v1/simulations/${record.id}`, { headers: headersOf(key) }));
  }
  return performance.now() - startedAtMs;
}

function create(url: string, key: string, request: object) {
  const headers = { ...headersOf(key), 'idempotency-key': randomUUID() };
  return recordOf(fetch(`${url}/v1/simulations`, { method: 'POST', headers, body: JSON.stringify(request) }));
}

async function recordOf(request: Promise<Response>): Promise<{ id: string; status: string }> {
  const response = await request;
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: { id: string; status: string } }).data;
}
