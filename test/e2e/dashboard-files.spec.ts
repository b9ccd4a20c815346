import { runFile } from '../support/shared-service.js';

describe('the files of the dashboard', () => {
  /** Reads the whole response, so that no connection stays open. */
  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(runFile().url + path, { method, headers, redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const policyOf = ({ headers }: { headers: Headers }) => headers.get('content-security-policy') ?? '';

  it.each(['/', '/simulations/sim_1', '/workflows/x', '/api-keys'])(
    'The path %s is the page of the dashboard, which allows no inline script and no other host',
    async (path) => {
      const response = await get(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(response.text).toContain('<div id="root">');
      expect(policyOf(response)).toMatch(/^default-src 'none'; script-src 'self'; /);
      expect(policyOf(response)).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|https?:/);
    },
  );

  it('An unchanged page gets 304 with the same policy, because browsers take the headers of this response', async () => {
    const first = await get('/');
    const second = await get('/', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([second.status, policyOf(second)]).toEqual([304, policyOf(first)]);
  });

  it('The page links the licenses of the libraries that it loads', async () => {
    const path = /<link rel="license" href="([^"]+)"/.exec((await get('/')).text)?.[1] ?? '';
    const { status, headers, text } = await get(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    for (const name of ['react-router', '@radix-ui/react-tabs', '@noble/hashes']) expect(text).toContain(`\n${name} `);
  });

  it('Assets have a name with a hash, a compressed copy and no expiry', async () => {
    const asset = /"(\/assets\/[^"]+\.js)"/.exec((await get('/')).text)?.[1] ?? '';
    const response = await get(asset, { 'accept-encoding': 'br' });
    const { headers, status } = response;
    expect([status, headers.get('content-encoding'), headers.get('cache-control')]).toEqual([
      200,
      'br',
      'public, max-age=31536000, immutable',
    ]);
  });

  it('Browsers do not keep the error of an unknown asset, which a later version can contain', async () => {
    const { status, headers } = await get('/assets/unknown.js');
    expect([status, headers.get('cache-control')]).toEqual([404, null]);
  });

  it.each([
    ['POST', '/', 404],
    ['DELETE', '/simulations', 404],
    ['OPTIONS', '/', 404],
    ['OPTIONS', '/simulations', 404],
    ['OPTIONS', '/simulations/%FF', 400],
    ['GET', '/simulations/sim_1/x', 404],
    ['GET', '/assets/unknown.js', 404],
    ['GET', '/assets/..%2f..%2F.env', 404],
    ['GET', '/assets/%2e%2e/%2e%2e/package.json', 404],
    ['GET', '/index.html', 404],
    ['GET', '/simulations/%FF', 400],
  ])('%s %s gets the error %i of the API', async (method, path, expected) => {
    const response = await get(path, {}, method);
    const { error } = JSON.parse(response.text) as { error: string };
    expect([response.status, error]).toEqual([expected, expected === 404 ? 'not_found' : 'validation_error']);
  });

  it('A browser that opens an unknown address gets the page that says so, and never in place of a route of the API', async () => {
    const opened = { 'sec-fetch-dest': 'document', accept: 'text/html' };
    const unknown = await get('/simulation/sim_1', opened);
    expect(unknown.text).toContain('<div id="root">');
    expect(policyOf(unknown)).toMatch(/^default-src 'none'; script-src 'self'; /);
    for (const path of [
      '/v1/unknown',
      '/openapi.json',
      '/livez',
      '/docs',
      '/schemas/workflow-definition.json',
      '/auth/callback',
    ])
      expect((await get(path, opened)).text).not.toContain('<div id="root">');
  });

  it.each(['bytes=5-2', 'bytes=a-b', 'bytes=999999999-', 'x'])('The range %s gets the whole page', async (range) => {
    expect((await get('/', { range })).status).toBe(200);
  });
});
