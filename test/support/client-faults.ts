import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What a program requests: a JSON object, a creation, the events of a run, a file, or the end of a run with its progress. */
export type Call = 'read' | 'create' | 'events' | 'file' | 'wait';

/** What a client did. Both clients have the same names of errors, apart from a prefix. */
export interface Outcome {
  /** What the call returned: the JSON object, the names of events, or the characters of a file. */
  result?: unknown;
  error?: { name: string; message: string; status?: number; retryAfter?: number };
}

export interface Fault {
  name: string;
  call: Call;
  /** What the service does, for each attempt. The last entry is repeated. */
  service: Behavior[];
  expected: Outcome;
  /** Requests that arrive. */
  attempts: number;
  /** The Python client receives files as a whole, so that it can repeat a request. */
  attemptsOfPython?: number;
}

type Behavior = (request: IncomingMessage, response: ServerResponse, fault: string) => void;

/** Shorter than a pause of the service, longer than a busy machine needs for a response. */
export const timeoutMs = 700;
const data = { ok: true };
const ok = { data };

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Behavior =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const failed = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(status, { error: code, meta: { message: 'Problem. Fix.', request_id: 'req_1' } }, headers);
const raw =
  (text: string, end?: (socket: Socket) => void): Behavior =>
  ({ socket }) => {
    socket.write(text);
    end?.(socket);
  };
const reset: Behavior = ({ socket }) => void socket.resetAndDestroy();
const temporary = { 'svc-should-retry': 'true', 'retry-after': '0' };
const html: Behavior = (_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
const file: Behavior = (_request, response) => response.writeHead(200, { 'content-type': 'text/csv' }).write('id\n1\n');

/** A stream of events, and what follows: silence, or a call. */
const stream =
  (text: string, then?: (response: ServerResponse, request: IncomingMessage) => void): Behavior =>
  (request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text);
    then?.(response, request);
  };
const progress = 'event: progress\nid: 7\ndata: {"agents_done":1,"agents_total":2}\n\n';
const done = 'event: done\ndata: {"id":"sim_1"}\n\n';
/** Continues only a client that names its last event. */
const continued: Behavior = (request, response, fault) =>
  request.headers['last-event-id'] === '7'
    ? stream(done)(request, response, fault)
    : failed(400, 'invalid_cursor')(request, response, fault);

/** Comments for longer than the timeout, which are a sign of life. */
function heartbeats(response: ServerResponse): void {
  let count = 0;
  const timer = setInterval(() => {
    response.write(':\n\n');
    if (++count < 8) return;
    clearInterval(timer);
    response.write(done);
  }, timeoutMs / 4);
}

/** A run that is finished; its events never arrive. */
const silentEvents: Behavior = (request, response, fault) =>
  (request.url!.endsWith('/events')
    ? stream('')
    : json(200, {
        data: { id: 'sim_1', object: 'simulation', status: 'completed', progress: { agents_done: 2, agents_total: 2 } },
      }))(request, response, fault);

const silence = { name: 'TimeoutError', message: 'sent nothing for' };
const unreachable = { name: 'ConnectionError', message: 'did not respond. Check the address' };
const incomplete = { name: 'ConnectionError', message: 'sent an incomplete response' };

/** One retry, so that each row has an attempt that is repeated. */
export const maxRetries = 1;

export const faults: Fault[] = [
  { name: 'no-response', call: 'read', service: [() => undefined], expected: { error: silence }, attempts: 2 },
  {
    name: 'half-headers',
    call: 'read',
    service: [raw('HTTP/1.1 200 OK\r\nContent-Type: app')],
    expected: { error: silence },
    attempts: 2,
  },
  {
    name: 'slow-headers-once',
    call: 'read',
    service: [() => undefined, json(200, ok)],
    expected: { result: data },
    attempts: 2,
  },
  {
    name: 'silent-half-body',
    call: 'read',
    service: [raw('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"data"')],
    expected: { error: silence },
    attempts: 2,
  },
  {
    name: 'lost-half-body',
    call: 'read',
    service: [
      raw('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"data"', (socket) =>
        socket.end(),
      ),
    ],
    expected: { error: incomplete },
    attempts: 2,
  },
  {
    name: 'lost-half-error',
    call: 'read',
    service: [
      raw('HTTP/1.1 503 Busy\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"error"', (socket) =>
        socket.end(),
      ),
      json(200, ok),
    ],
    expected: { result: data },
    attempts: 2,
  },
  {
    name: 'silent-file',
    call: 'file',
    service: [file],
    expected: { error: silence },
    attempts: 1,
    attemptsOfPython: 2,
  },
  {
    name: 'reset',
    call: 'read',
    service: [reset],
    expected: { error: { name: 'ConnectionError', message: '/reset ' } },
    attempts: 2,
  },
  { name: 'reset-once', call: 'create', service: [reset, json(202, ok)], expected: { result: data }, attempts: 2 },
  {
    name: 'proxy-page',
    call: 'read',
    service: [html],
    expected: { error: { name: 'ConnectionError', message: 'not JSON' } },
    attempts: 1,
  },
  {
    name: 'limit',
    call: 'read',
    service: [failed(429, 'rate_limited', temporary)],
    expected: { error: { name: 'RateLimitError', message: 'Problem. Fix.', status: 429, retryAfter: 0 } },
    attempts: 2,
  },
  {
    name: 'limit-for-an-hour',
    call: 'read',
    service: [failed(429, 'rate_limited', { ...temporary, 'retry-after': '3600' })],
    expected: { error: { name: 'RateLimitError', message: 'Problem. Fix.', status: 429, retryAfter: 3600 } },
    attempts: 1,
  },
  {
    name: 'unavailable-once',
    call: 'create',
    service: [failed(503, 'service_unavailable', temporary), json(202, ok)],
    expected: { result: data },
    attempts: 2,
  },
  {
    name: 'unavailable',
    call: 'read',
    service: [failed(503, 'service_unavailable', temporary)],
    expected: { error: { name: 'ServerError', message: 'Problem. Fix.', status: 503, retryAfter: 0 } },
    attempts: 2,
  },
  {
    name: 'wrong-key',
    call: 'read',
    service: [failed(401, 'invalid_or_revoked_api_key', { 'svc-should-retry': 'false' })],
    expected: { error: { name: 'AuthenticationError', message: 'Problem. Fix.', status: 401 } },
    attempts: 1,
  },
  {
    name: 'heartbeats',
    call: 'events',
    service: [stream(progress, heartbeats)],
    expected: { result: ['progress', 'done'] },
    attempts: 1,
  },
  {
    name: 'silent-stream',
    call: 'events',
    service: [stream(progress), continued],
    expected: { result: ['progress', 'done'] },
    attempts: 2,
  },
  {
    name: 'lost-stream',
    call: 'events',
    service: [
      stream(`${progress}event: progress\nda`, (_response, { socket }) => setTimeout(() => socket.destroy(), 50)),
      continued,
    ],
    expected: { result: ['progress', 'done'] },
    attempts: 2,
  },
  {
    name: 'ended-stream',
    call: 'events',
    service: [stream(progress, (response) => response.end()), continued],
    expected: { result: ['progress', 'done'] },
    attempts: 2,
  },
  {
    name: 'wrong-key-of-a-stream',
    call: 'events',
    service: [failed(401, 'invalid_or_revoked_api_key', { 'svc-should-retry': 'false' })],
    expected: { error: { name: 'AuthenticationError', message: 'Problem. Fix.', status: 401 } },
    attempts: 1,
  },
  { name: 'silent-progress', call: 'wait', service: [silentEvents], expected: { result: 'completed' }, attempts: 2 },
];

/** The service stopped: nothing listens at its address. The events have two attempts for each of their two connections. */
export const stoppedFaults: Pick<Fault, 'name' | 'call' | 'expected'>[] = (
  ['read', 'create', 'events', 'wait'] as const
).map((call) => ({ name: `stopped-${call}`, call, expected: { error: unreachable } }));

/** A service with the faults, at `/CLIENT/FAULT`: the base URL has a path, as behind a proxy. */
export class FaultServer {
  private readonly requests = new Map<string, IncomingMessage[]>();
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      const [, client, name] = request.url!.split('/');
      const fault = faults.find((one) => one.name === name)!;
      const requests = this.requestsOf(client!, name!);
      fault.service[Math.min(requests.push(request), fault.service.length) - 1]!(request, response, name!);
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  urlOf(client: string, fault: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${client}/${fault}`;
  }

  requestsOf(client: string, fault: string): IncomingMessage[] {
    const key = `${client}/${fault}`;
    const known = this.requests.get(key) ?? [];
    this.requests.set(key, known);
    return known;
  }
}
