import type { ApiClient } from '../support/api-client.js';
import { parseResponse, rawRequest, sendRaw } from '../support/raw-http.js';
import { newCaller } from '../support/shared-service.js';

describe('a hostile connection', () => {
  let api: ApiClient;
  let credential: string;
  beforeAll(async () => {
    api = await newCaller();
    credential = `Authorization: Bearer ${api.key}`;
  });
  // Whatever was sent, the next caller is served.
  afterEach(async () => expect((await api.call('/v1/usage')).status).toBe(200));

  const errorOf = (text: string) => JSON.parse(text) as { error: string; meta: Record<string, unknown> };

  it.each<[string, string]>([
    ['Content-Length and Transfer-Encoding', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde'],
    ['a negative length', 'Content-Length: -1\r\n\r\n'],
    ['a length with a sign', 'Content-Length: +4\r\n\r\nabcd'],
    ['a length beyond counting', `Content-Length: ${'9'.repeat(30)}\r\n\r\n`],
    ['an encoding after chunked', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
    ['an encoding with a blank before its colon', 'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n'],
    ['a chunk of no length', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n'],
    ['a header that goes on in the next line', 'X-A: 1\r\n 2\r\n\r\n'],
    ['a header without a colon', 'nothing\r\n\r\n'],
    ['U+0000 in a header', 'X-A: a\0b\r\n\r\n'],
    ['a line that ends in CR alone', 'X-A: 1\rX-B: 2\r\n\r\n'],
  ])('%s: 400 in the form of all errors, and the end of the connection', async (_, rest) => {
    const raw = await sendRaw(api.url, `POST /v1/simulations HTTP/1.1\r\nHost: x\r\n${credential}\r\n${rest}`);
    const { status, headers, text } = parseResponse(raw);
    expect([status, errorOf(text).error]).toEqual([400, 'validation_error']);
    expect(headers.get('connection')).toBe('close');
    expect(errorOf(text).meta['request_id']).toBe(headers.get('x-request-id'));
    expect(raw.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  it.each<[string, string | Uint8Array]>([
    ['TLS', Uint8Array.of(0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03)],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a method of no kind', 'FOO /v1/usage HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a method in small letters', 'get /v1/usage HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a version of no kind', 'GET /v1/usage HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['a path with letters beyond ASCII', 'GET /v1/usag\u00e9 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a path with a blank', 'GET /v1/usage x HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('%s: 400', async (_, bytes) => {
    const { status, text } = parseResponse(await sendRaw(api.url, bytes));
    expect([status, errorOf(text).error]).toEqual([400, 'validation_error']);
  });

  it('headers or an address over 16 KiB: 431 headers_too_large', async () => {
    for (const lines of [
      `/v1/usage HTTP/1.1\r\nX-A: ${'a'.repeat(17_000)}`,
      `/v1/usage?${'a'.repeat(17_000)} HTTP/1.1`,
    ]) {
      const { status, text } = parseResponse(await sendRaw(api.url, `GET ${lines}\r\nHost: x\r\n\r\n`));
      expect([status, errorOf(text).error]).toEqual([431, 'headers_too_large']);
    }
  });

  it('no Host: 400', async () => {
    expect(await sendRaw(api.url, 'GET /v1/usage HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('HTTP/1.0 and the absolute form of an address work', async () => {
    expect((await rawRequest(api.url, 'GET /v1/usage HTTP/1.0', [credential])).status).toBe(200);
    expect((await rawRequest(api.url, `GET ${api.url}/v1/usage HTTP/1.1`, [credential])).status).toBe(200);
    expect((await rawRequest(api.url, 'GET http://elsewhere/v1/nothing HTTP/1.1', [credential])).status).toBe(404);
    expect((await rawRequest(api.url, 'OPTIONS * HTTP/1.1')).status).toBe(404);
  });

  it('CONNECT and an upgrade lead nowhere', async () => {
    expect(await sendRaw(api.url, 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n')).toBe('');
    const upgrade = ['Upgrade: websocket', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', credential];
    expect((await rawRequest(api.url, 'GET /v1/usage HTTP/1.1', upgrade)).status).toBe(200);
  });

  it('Expect: 100-continue is answered before the body, any other expectation is passed over', async () => {
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

  it('requests sent ahead are answered in their order', async () => {
    const get = (path: string, end = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${credential}\r\n${end}\r\n`;
    const raw = await sendRaw(api.url, get('/v1/usage') + get('/v1/nothing') + get('/livez', 'Connection: close\r\n'));
    expect([...raw.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '404', '200']);
  });

  it('a body that breaks off stores nothing and holds nobody up', async () => {
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
