import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { defaultHeaders } from './arrival.middleware.js';
import { hardenServer, headersTimeoutMs, promisedIdleSeconds, requestTimeoutMs } from './harden-server.js';

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
