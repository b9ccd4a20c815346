import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { hardenServer, headersTimeoutMs, requestTimeoutMs } from './harden-server.js';

describe('hardenServer', () => {
  let server: Server;
  beforeEach(async () => {
    server = createServer({ connectionsCheckingInterval: 20 }, (request, response) => {
      request.resume().on('end', () => response.end('done'));
    });
    hardenServer(server);
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

  it.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow'],
    ['a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{'],
  ])('A client that never finishes sending %s gets 408 request_timeout', async (_, bytes) => {
    server.headersTimeout = server.requestTimeout = 100;
    const answer = await send(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(answer).toMatch(/\{"error":"request_timeout","meta":\{.*"request_id":"req_[0-9a-f]{32}"\}\}$/);
  });
});
