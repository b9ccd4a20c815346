import type { ApiClient } from '../support/api-client.js';
import { parseResponse, rawRequest, sendRaw } from '../support/raw-http.js';
import { newCaller } from '../support/shared-service.js';

describe('malformed HTTP connections', () => {
  let api: ApiClient;
  let credential: string;
  beforeAll(async () => {
    api = await newCaller();
    credential = `Authorization: Bearer ${api.key}`;
  });
  // Regardless of the input, the service still serves the next request.
  afterEach(async () => expect((await api.call('/v1/usage')).status).toBe(200));

  const errorOf = (text: string) => JSON.parse(text) as { error: string; meta: Record<string, unknown> };

  it.each<[string, string]>([
    ['Content-Length and Transfer-Encoding', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two different values of Content-Length', 'Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde'],
    ['a negative Content-Length', 'Content-Length: -1\r\n\r\n'],
    ['a signed Content-Length', 'Content-Length: +4\r\n\r\nabcd'],
    ['a Content-Length of 30 digits', `Content-Length: ${'9'.repeat(30)}\r\n\r\n`],
    ['an encoding after chunked', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
    ['a space before a colon', 'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n'],
    ['an invalid chunk length', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n'],
    ['a folded header line', 'X-A: 1\r\n 2\r\n\r\n'],
    ['a header without a colon', 'nothing\r\n\r\n'],
    ['U+0000 in a header', 'X-A: a\0b\r\n\r\n'],
    ['a line that ends in CR only', 'X-A: 1\rX-B: 2\r\n\r\n'],
  ])('A request with %s gets 400 as a normal error body, and the service closes the connection', async (_, rest) => {
    const raw = await sendRaw(api.url, `POST /v1/simulations HTTP/1.1\r\nHost: x\r\n${credential}\r\n${rest}`);
    const { status, headers, text } = parseResponse(raw);
    expect([status, errorOf(text).error]).toEqual([400, 'validation_error']);
    expect(headers.get('connection')).toBe('close');
    expect(errorOf(text).meta['request_id']).toBe(headers.get('x-request-id'));
    expect(raw.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  it.each<[string, string | Uint8Array]>([
    ['a TLS handshake', Uint8Array.of(0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03)],
    ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['text that is not HTTP', 'hello\r\n\r\n'],
    ['an unknown method', 'FOO /v1/usage HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a lowercase method', 'get /v1/usage HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an unknown HTTP version', 'GET /v1/usage HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['a path with non-ASCII letters', 'GET /v1/usag\u00e9 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a path with a space', 'GET /v1/usage x HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('A connection that sends %s gets 400 validation_error', async (_, bytes) => {
    const { status, text } = parseResponse(await sendRaw(api.url, bytes));
    expect([status, errorOf(text).error]).toEqual([400, 'validation_error']);
  });

  it('Headers or a URL over 16 KiB get 431 headers_too_large', async () => {
    for (const lines of [
      `/v1/usage HTTP/1.1\r\nX-A: ${'a'.repeat(17_000)}`,
      `/v1/usage?${'a'.repeat(17_000)} HTTP/1.1`,
    ]) {
      const { status, text } = parseResponse(await sendRaw(api.url, `GET ${lines}\r\nHost: x\r\n\r\n`));
      expect([status, errorOf(text).error]).toEqual([431, 'headers_too_large']);
    }
  });

  it('A request without a Host header gets 400', async () => {
    expect(await sendRaw(api.url, 'GET /v1/usage HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([
    ['/v1/usage', 'x', 'y'],
    ['/v1/usage', 'x', 'x'],
    ['/livez', 'x', 'y'],
    ['/', 'x', 'y'],
  ])('A request for %s with the two Host headers %s and %s gets 400 validation_error', async (path, first, second) => {
    const hosts = [`Host: ${first}`, `host: ${second}`];
    const { status, headers, text } = await rawRequest(api.url, `GET ${path} HTTP/1.1`, [...hosts, credential]);
    const { error, meta } = errorOf(text);
    expect([status, error, meta['request_id']]).toEqual([400, 'validation_error', headers.get('x-request-id')]);
  });

  it('HTTP/1.0 and absolute request URLs work', async () => {
    expect((await rawRequest(api.url, 'GET /v1/usage HTTP/1.0', [credential])).status).toBe(200);
    expect((await rawRequest(api.url, `GET ${api.url}/v1/usage HTTP/1.1`, [credential])).status).toBe(200);
    expect((await rawRequest(api.url, 'GET http://elsewhere/v1/nothing HTTP/1.1', [credential])).status).toBe(404);
    expect((await rawRequest(api.url, 'OPTIONS * HTTP/1.1')).status).toBe(404);
  });

  it('CONNECT is rejected, and a request to upgrade to WebSocket is served as plain HTTP', async () => {
    expect(await sendRaw(api.url, 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n')).toBe('');
    const upgrade = ['Upgrade: websocket', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', credential];
    expect((await rawRequest(api.url, 'GET /v1/usage HTTP/1.1', upgrade)).status).toBe(200);
  });

  it('Requests with Expect: 100-continue work, and any other expectation is ignored', async () => {
    const body = '{"workflow_id":"unknown"}';
    const headers = [credential, 'Content-Type: application/json', `Content-Length: ${body.length}`];
    for (const expectation of ['100-continue', 'miracles']) {
      const response = await rawRequest(
        api.url,
        'POST /v1/simulations HTTP/1.1',
        [...headers, `Expect: ${expectation}`],
        body,
      );
      expect([response.status, errorOf(response.text).error]).toEqual([400, 'invalid_workflow']);
    }
  });

  it('Pipelined requests get their responses in order', async () => {
    const get = (path: string, end = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${credential}\r\n${end}\r\n`;
    const raw = await sendRaw(api.url, get('/v1/usage') + get('/v1/nothing') + get('/livez', 'Connection: close\r\n'));
    expect([...raw.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '404', '200']);
  });

  it('A request whose body is cut off does not affect the next request', async () => {
    const headers = `Host: x\r\n${credential}\r\nContent-Type: application/json\r\nContent-Length: 100`;
    const { hostname, port } = new URL(api.url);
    const { connect } = await import('node:net');
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(`POST /v1/simulations HTTP/1.1\r\n${headers}\r\n\r\n{"workflow_id":`, () => {
          socket.destroy();
          resolve();
        });
      });
    });
  });
});
