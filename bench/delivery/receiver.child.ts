import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Received, ReceiverOrder } from './receiver.js';

// Somebody's servers, in a process of its own: each path is an endpoint. It answers at once, or at some paths not at all.
let hanging = new Set<string>();
let held: ServerResponse[] = [];
let received: Received = nothing();

const server = createServer((request, response) => {
  const path = request.url ?? '';
  if (hanging.has(path)) {
    request.resume();
    held.push(response);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    response.writeHead(204).end();
    note(Buffer.concat(chunks).toString());
  });
});

function note(body: string): void {
  const now = Date.now();
  received.count += 1;
  received.firstMs ||= now;
  received.lastMs = now;
  received.body ||= body;
  const completedAt = /"completed_at":"([^"]+)"/.exec(body)?.[1];
  if (completedAt !== undefined) received.lagsMs.push(now - Date.parse(completedAt));
}

function nothing(): Received {
  return { type: 'received', count: 0, firstMs: 0, lastMs: 0, lagsMs: [], body: '' };
}

process.on('message', (order: ReceiverOrder) => {
  if (order.type === 'begin') {
    received = nothing();
    hanging = new Set(order.hanging);
    for (const response of held) response.destroy();
    held = [];
  }
  process.send?.(order.type === 'count' ? { type: 'count', count: received.count } : received);
});

server.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
