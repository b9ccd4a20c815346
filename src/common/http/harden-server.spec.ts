import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultHeaders } from './arrival.middleware.js';
import {
  hardenServer,
  headersTimeoutMs,
  promisedIdleSeconds,
  requestTimeoutMs,
  endStalledResponses,
} from './harden-server.js';

describe('hardenServer', () => {
  let server: Server;
  beforeEach(async () => {
    server = createServer({ connectionsCheckingInterval: 20 }, (request, response) => {
      request.resume().on('end', () => response.end('done'));
    });
    hardenServer(server, {
      headers: defaultHeaders(true),
      publicUrl: 'https://example.com',
      maxConnections: 3,
      stallTimeoutMs: 200,
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => server.close());

  const send = async (bytes: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(bytes);
    let answer = '';
    for await (const part of socket) answer += String(part);
    return answer;
  };

  it('The server waits 15 seconds for headers and one minute for a request', () => {
    expect([server.headersTimeout, server.requestTimeout]).toEqual([headersTimeoutMs, requestTimeoutMs]);
    expect([headersTimeoutMs, requestTimeoutMs]).toEqual([15_000, 60_000]);
  });

  it('Responses promise a shorter idle time than that after which the server closes the connection', async () => {
    const answer = await send(
      'GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(answer.match(/^Keep-Alive: .*$/gm)).toEqual(Array(2).fill(`Keep-Alive: timeout=${promisedIdleSeconds}`));
    expect(promisedIdleSeconds * 1_000 + 5_000).toBeLessThanOrEqual(server.keepAliveTimeout);
  });

  it.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow'],
    ['a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{'],
  ])('A client that never finishes sending %s gets 408 request_timeout', async (_, bytes) => {
    server.headersTimeout = server.requestTimeout = 100;
    const answer = await send(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(answer).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
    expect(answer).toContain('\r\nStrict-Transport-Security: ');
    expect(answer).toMatch(/\{"error":"request_timeout","meta":\{.*"request_id":"req_[0-9a-f]{32}"\}\}$/);
  });

  it('A connection above the limit is closed immediately', async () => {
    const port = (server.address() as AddressInfo).port;
    const sockets = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    const closed = await Promise.race(sockets.map((socket) => once(socket, 'close').then(() => socket)));
    expect(sockets.filter((socket) => socket !== closed && socket.destroyed)).toEqual([]);
    for (const socket of sockets) socket.destroy();
  });
});

/** The operating system accepts data in parts of several megabytes, which a slow reader on a busy machine must read within this time. */
const timeoutMs = 1_000;
/** More than the operating system buffers for a connection. */
const bodyBytes = 40 * 1024 * 1024;

describe('endStalledResponses', () => {
  let server: Server;
  let respond: (response: ServerResponse) => void;
  let client: Socket;

  beforeEach(async () => {
    server = createServer((_request, response) => respond(response));
    endStalledResponses(server, timeoutMs);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    client.pause();
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  });
  afterEach(() => {
    client.destroy();
    server.close();
  });

  it('A response whose client reads nothing is ended, also while the service adds data', async () => {
    let adding: NodeJS.Timeout | undefined;
    const closed = new Promise<void>((resolve) => {
      respond = (response) => {
        response.write(Buffer.alloc(bodyBytes));
        adding = setInterval(() => response.write('more'), 20);
        response.on('close', resolve);
      };
    });
    await expect(closed).resolves.toBeUndefined();
    clearInterval(adding);
  });

  it('A response whose client reads slowly is sent completely, also if the service writes it at once', async () => {
    respond = (response) => response.end(Buffer.alloc(bodyBytes));
    let bytes = 0;
    client.on('data', (part: Buffer) => {
      bytes += part.length;
      client.pause();
      // The whole response takes several timeouts.
      setTimeout(() => client.resume(), 4);
    });
    client.resume();
    while (bytes < bodyBytes && !client.destroyed) await sleep(20);
    expect(bytes).toBeGreaterThanOrEqual(bodyBytes);
  });

  it('A response that waits for the service is not ended', async () => {
    respond = (response) => void sleep(timeoutMs * 3).then(() => response.end('late'));
    client.resume();
    const [answer] = (await once(client, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/late$/);
  });
});
