import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { minCompressedBytes, sendBody, type Body } from './content-encoding.js';
import { sendDocument, StaticDocument } from './reply.js';

const type = 'text/plain; charset=utf-8';
const text = 'The same ünits, again and again. '.repeat(2_000);
const decode = { br: brotliDecompressSync, gzip: gunzipSync } as const;

describe('the encoding of a response body', () => {
  let server: Server;
  let port: number;
  let body: Omit<Body, 'type'>;
  let cookie: string | undefined;
  const document = new StaticDocument(type, text);

  beforeAll(async () => {
    const app = express();
    app.get('/body', (_, response) => {
      if (cookie !== undefined) response.setHeader('Set-Cookie', cookie);
      void sendBody(response, { type, ...body });
    });
    app.get('/document', (_, response) => void sendDocument(response, document));
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    body = { text };
    cookie = undefined;
  });

  async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const sent = request({ port, path, method, headers }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
  }
  const encodingOf = async (path: string, accepted?: string) => {
    const { headers, bytes } = await get(path, accepted === undefined ? {} : { 'accept-encoding': accepted });
    const encoding = (headers['content-encoding'] ?? 'identity') as 'br' | 'gzip' | 'identity';
    expect(headers['content-length']).toBe(String(bytes.length));
    expect((encoding === 'identity' ? bytes : decode[encoding](bytes)).toString()).toBe(text);
    return encoding;
  };

  it.each([
    [undefined, 'identity', 'identity'],
    ['', 'identity', 'identity'],
    ['gzip, deflate, br, zstd', 'gzip', 'br'],
    ['br', 'identity', 'br'],
    ['GZIP', 'gzip', 'gzip'],
    ['*', 'gzip', 'br'],
    ['gzip;q=0, *', 'identity', 'br'],
    ['gzip;q=0.5, identity', 'identity', 'identity'],
    ['identity;q=0', 'identity', 'identity'],
    ['gzip;q=0.1, identity;q=0', 'gzip', 'gzip'],
    ['*;q=0', 'identity', 'identity'],
    ['zstd', 'identity', 'identity'],
  ])('Accept-Encoding %p gets %s for a body and %s for a document (RFC 9110)', async (accepted, dynamic, stored) => {
    expect([await encodingOf('/body', accepted), await encodingOf('/document', accepted)]).toEqual([dynamic, stored]);
  });

  it('A small body is compressed only for a client that rejects others, and the limit counts bytes', async () => {
    const encodings = async (bytes: number, accepted = 'gzip') => {
      body = { text: 'ü'.repeat(bytes / 2) };
      return (await get('/body', { 'accept-encoding': accepted })).headers['content-encoding'];
    };
    expect(await encodings(minCompressedBytes - 2)).toBeUndefined();
    expect(await encodings(minCompressedBytes)).toBe('gzip');
    expect(await encodings(10, 'gzip, identity;q=0')).toBe('gzip');
  });

  it('A body with a secret and the response that sets a cookie are never compressed', async () => {
    const accepted = { 'accept-encoding': 'gzip, identity;q=0' };
    body = { text, hasSecret: true };
    expect((await get('/body', accepted)).headers['content-encoding']).toBeUndefined();
    [body, cookie] = [{ text }, 'session=secret'];
    const { headers, bytes } = await get('/body', accepted);
    expect([headers['content-encoding'], bytes.toString()]).toEqual([undefined, text]);
  });

  it('Caches keep the encodings apart: each document has its own ETag, which gets 304 with the same headers', async () => {
    const tags = new Set<string>();
    for (const accepted of ['identity', 'gzip', 'br']) {
      const { headers } = await get('/document', { 'accept-encoding': accepted });
      const etag = String(headers.etag);
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'no-cache' });
      const again = await get('/document', { 'accept-encoding': accepted, 'if-none-match': `"x", W/${etag}` });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
      expect(again.headers).toMatchObject({ etag, vary: 'Accept-Encoding', 'cache-control': 'no-cache' });
      tags.add(etag);
    }
    expect(tags.size).toBe(3);
    expect((await get('/document', { 'if-none-match': [...tags][1]! })).status).toBe(200);
    expect((await get('/body', { 'accept-encoding': 'gzip' })).headers.vary).toBe('Accept-Encoding');
  });

  it('HEAD has the headers of GET', async () => {
    for (const path of ['/body', '/document']) {
      for (const accepted of ['gzip', 'identity']) {
        const headers = { 'accept-encoding': accepted };
        const [read, head] = [await get(path, headers), await get(path, headers, 'HEAD')];
        expect(head.bytes.length).toBe(0);
        expect({ ...head.headers, date: '' }).toEqual({ ...read.headers, date: '' });
      }
    }
  });
});
