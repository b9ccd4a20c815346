import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Received, ReceiverOrder } from './receiver.js';

// Receiver of webhooks in a separate process. Each path is an endpoint. It responds immediately, or not at all for hanging paths.
let hanging = new Set<string>();
let openResponses: ServerResponse[] = [];
let received: Received = noneReceived();

const server = createServer((request, response) => {
  const path = request.url ?? '';
  if (hanging.has(path)) {
    request.resume();
    openResponses.push(response);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    response.writeHead(204).end();
    record(Buffer.concat(chunks).toString());
  });
});

function record(body: string): void {
  const now = Date.now();
  received.count += 1;
  received.firstMs ||= now;
  received.lastMs = now;
  received.body ||= body;
  const completedAt = /"completed_at":"([^"]+)"/.exec(body)?.[1];
  if (completedAt !== undefined) received.lagsMs.push(now - Date.parse(completedAt));
}

function noneReceived(): Received {
  return { type: 'received', count: 0, firstMs: 0, lastMs: 0, lagsMs: [], body: '' };
}

process.on('message', (order: ReceiverOrder) => {
  if (order.type === 'begin') {
    received = noneReceived();
    hanging = new Set(order.hanging);
    for (const response of openResponses) response.destroy();
    openResponses = [];
  }
  process.send?.(order.type === 'count' ? { type: 'count', count: received.count } : received);
});

server.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
