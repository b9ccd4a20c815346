import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, utimesSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { RequestHandler } from 'express';
import { arrival, defaultHeaders } from '../../src/common/http/arrival.middleware.js';
import { dashboard, guide } from '../../src/platform/built-files/built-files.js';
import { expressApp } from '../../src/common/http/envelope.adapter.js';
import { withoutSpan } from '../../src/platform/tracing/spans.js';
import { parseResponse, sendRaw } from '../support/raw-http.js';

const files = {
  'index.html': '<h1>Guide</h1>',
  '404.html': '<h1>Not found</h1>',
  'user/ask.html': '<h1>Ask</h1>',
  'user/ask.md': '# Ask – a question\n',
  'llms.txt': '# Simulation Service\n',
  'assets/page.1a2b.js': 'export {};\n',
  '.secret': 'secret',
};

describe('the files of the docs site', () => {
  let folder: string;
  let server: Server;
  let url: string;

  /** The middleware of `src/main.ts` without the API, which responds 418 here. */
  async function serve(site: string): Promise<Server> {
    const app = expressApp(
      arrival(
        () => false,
        defaultHeaders(false),
        () => undefined,
        withoutSpan,
      ),
    );
    const limit: RequestHandler = (_request, _response, next) => next();
    app.use(guide(site, limit));
    app.use(dashboard(folder, limit));
    app.use((_request, response) => void response.status(418).end());
    const started = createServer(app).listen(0, '127.0.0.1');
    await once(started, 'listening');
    return started;
  }
  const urlOf = (started: Server) => `http://127.0.0.1:${(started.address() as AddressInfo).port}`;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'guide-'));
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), content);
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
    }
    server = await serve(folder);
    url = urlOf(server);
  });

  afterAll(() => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  });

  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(url + path, { method, headers, redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it.each([
    ['/guide/docs', '/docs'],
    ['/guide/errors', '/docs/errors'],
    ['/guide/errors/rate_limited', '/docs/errors'],
  ])('%s leads to the API reference', async (path, target) => {
    const { status, headers } = await get(path);
    expect([status, headers.get('location')]).toEqual([308, target]);
  });

  it.each([
    ['/guide', 'index.html', 'text/html; charset=utf-8'],
    ['/guide/', 'index.html', 'text/html; charset=utf-8'],
    ['/guide/user/ask', 'user/ask.html', 'text/html; charset=utf-8'],
    ['/guide/user/ask.md', 'user/ask.md', 'text/markdown; charset=utf-8'],
    ['/guide/llms.txt', 'llms.txt', 'text/plain; charset=utf-8'],
    ['/llms.txt', 'llms.txt', 'text/plain; charset=utf-8'],
  ] as const)('%s is the file %s with the type %s, and runs no inline script', async (path, name, type) => {
    const { status, headers, text } = await get(path);
    expect([status, headers.get('content-type'), text]).toEqual([200, type, files[name]]);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; style-src/);
    const etag = headers.get('etag') ?? '';
    for (const known of [etag, `"a", W/"b",${etag}`, '*']) {
      const unchanged = await get(path, { 'if-none-match': known });
      expect([unchanged.status, unchanged.headers.get('content-security-policy')]).toEqual([
        304,
        headers.get('content-security-policy'),
      ]);
    }
  });

  it('ETags are strong, and depend on the content and the encoding only', async () => {
    const etagOf = async (encoding: string) =>
      (await get('/guide/user/ask', { 'accept-encoding': encoding })).headers.get('etag') ?? '';
    const before = [await etagOf('identity'), await etagOf('br')];
    expect(new Set(before).size).toBe(2);
    for (const etag of before) expect(etag).toMatch(/^"[\w-]{43}(-br)?"$/);
    utimesSync(join(folder, 'user/ask.html'), 1, 1);
    const other = await serve(folder);
    const { headers } = await fetch(`${urlOf(other)}/guide/user/ask`, { headers: { 'accept-encoding': 'identity' } });
    expect(headers.get('etag')).toBe(before[0]);
    other.close();
    other.closeAllConnections();
  });

  it('Assets have a compressed copy and no expiry', async () => {
    const { status, headers, text } = await get('/guide/assets/page.1a2b.js', { 'accept-encoding': 'br' });
    expect([status, headers.get('content-encoding'), text]).toEqual([200, 'br', files['assets/page.1a2b.js']]);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it.each(['GET /guide/unknown', 'GET /guide/assets/unknown.js', 'GET /guide/.secret', 'HEAD /guide/unknown'])(
    '%s gets the page "not found" of the site, which browsers do not keep',
    async (request) => {
      const [method = '', path = ''] = request.split(' ');
      const { status, headers, text } = await get(path, { 'sec-fetch-dest': 'document' }, method);
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-cache']);
      expect(text).toBe(method === 'HEAD' ? '' : files['404.html']);
    },
  );

  it.each(['/guide/../main.js', '/guide/..%2f..%2fpackage.json', '/guide/%2e%2e/%2e%2e/package.json'])(
    'The path %s reads no file outside of the site',
    async (path) => {
      const { status, text } = parseResponse(
        await sendRaw(url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      );
      expect([404, 418]).toContain(status);
      expect(text).not.toMatch(/simulation-service|secret/);
    },
  );

  it.each([
    ['POST', '/guide/'],
    ['OPTIONS', '/guide/user/ask'],
    ['GET', '/guide/%FF'],
    ['GET', '/guides'],
    ['GET', '/GUIDE/'],
  ])('%s %s goes on to the API', async (method, path) => {
    expect((await get(path, {}, method)).status).toBe(418);
  });

  it('If the site is not built, the API responds below /guide, also to browsers', async () => {
    const without = await serve(join(folder, 'missing'));
    for (const path of ['/guide', '/guide/', '/guide/user/ask']) {
      const { status } = await fetch(urlOf(without) + path, { headers: { 'sec-fetch-dest': 'document' } });
      expect([path, status]).toEqual([path, 418]);
    }
    without.close();
    without.closeAllConnections();
  });
});
