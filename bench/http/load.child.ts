import { Agent, request } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { LoadOrder, LoadResult } from './load.js';

// Load generator in a separate process. Closed loop: each connection sends the next request when it has received a response.
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

process.on('message', (order: LoadOrder) => {
  void run(order).then((result) => process.send?.(result));
});

async function run(order: LoadOrder): Promise<LoadResult> {
  const startedAtMs = performance.now();
  const untilMs = startedAtMs + order.durationMs;
  const statuses: Record<number, number> = {};
  let unexpected: string | undefined;
  const connection = async () => {
    do {
      const { status, body } = await send(order);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status !== order.expectedStatus) unexpected ??= `${status}: ${body.slice(0, 300)}`;
    } while (performance.now() < untilMs);
  };
  try {
    await Promise.all(Array.from({ length: order.connections }, connection));
  } catch (error) {
    unexpected ??= String(error);
  }
  return { type: 'load', statuses, seconds: (performance.now() - startedAtMs) / 1e3, unexpected };
}

function send({ url, method, key, body }: LoadOrder): Promise<{ status: number; body: string }> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': randomUUID(),
    }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
