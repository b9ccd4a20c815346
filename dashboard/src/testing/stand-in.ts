import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { runInThisContext } from 'node:vm';

export interface ReceivedRequest {
  /** Method and path without the query, such as `GET /v1/usage`. */
  operation: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/** Content of a response as JSON; undefined leaves the request without a response. */
type Respond = (request: ReceivedRequest) => { status?: number; content: unknown } | undefined;

/**
 * Starts an HTTP server on this machine that receives the requests of a page in place of the service. jsdom has no `fetch`, so that the page
 * has the one of Node.js. Returns the requests in their order, and a function that ends the server.
 */
export async function startStandIn(respond: Respond) {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
    const body = await text(request);
    const one: ReceivedRequest = {
      operation: `${request.method} ${pathname}`,
      query: searchParams,
      headers: request.headers,
      body: body === '' ? undefined : JSON.parse(body),
    };
    received.push(one);
    const reply = respond(one);
    if (!reply) return;
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply.content));
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = runInThisContext('fetch') as typeof fetch;
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    return send(new Request(origin + pathname + search, request));
  };
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { received, stop };
}
