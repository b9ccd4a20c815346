import type { ApiClient } from '../support/api-client.js';
import { theContract } from '../support/contract.js';
import { newCaller } from '../support/shared-service.js';

/** Values of path parameters: well-formed ids of objects that do not exist. */
const valueOf = (name: string) => (name === 'index' ? '0' : `${name.slice(0, 3)}_${'0'.repeat(32)}`);

describe('a browser that is tricked into loading a response of the API', () => {
  let routes: { method: string; path: string }[];
  let api: ApiClient;

  beforeAll(async () => {
    const { document } = theContract();
    routes = Object.entries(document.paths).flatMap(([template, methods]) =>
      Object.keys(methods).map((method) => ({
        method: method.toUpperCase(),
        path: template.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueOf(name)),
      })),
    );
    api = await newCaller();
  });

  const send = ({ method, path }: { method: string; path: string }, key?: string) =>
    fetch(`${api.url}${path}`, {
      method,
      redirect: 'manual',
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    });

  const problemsOf = ({ headers }: Response, needsNoStore: boolean) => {
    const policy = headers.get('content-security-policy') ?? '';
    const found = {
      nosniff: headers.get('x-content-type-options') === 'nosniff',
      frames: policy.includes("frame-ancestors 'none'") && policy.includes("default-src 'none'"),
      base: policy.includes("base-uri 'none'") && policy.includes("form-action 'none'"),
      referrer: headers.get('referrer-policy') === 'no-referrer',
      permissions: /camera=\(\)/.test(headers.get('permissions-policy') ?? ''),
      server: headers.get('x-powered-by') === null,
      // A browser remembers HSTS for a host, and development hosts serve other things over HTTP.
      hsts: headers.get('strict-transport-security') === null,
      cache: !needsNoStore || /^no-store(, no-transform)?$/.test(headers.get('cache-control') ?? ''),
    };
    return Object.entries(found).flatMap(([name, isRight]) => (isRight ? [] : [name]));
  };

  it('No response of any documented route can be framed, sniffed or leak its address, with and without a credential', async () => {
    expect(routes.length).toBeGreaterThan(40);
    const problems: string[] = [];
    for (const route of routes) {
      for (const key of [undefined, api.key]) {
        const response = await send(route, key);
        await response.body?.cancel();
        const needsNoStore = route.path.startsWith('/v1/') && route.path !== '/v1/status';
        const found = problemsOf(response, needsNoStore);
        if (found.length > 0) problems.push(`${route.method} ${route.path} ${response.status}: ${found.join(', ')}`);
      }
    }
    expect(problems).toEqual([]);
  });

  it('The pages, unknown paths and malformed paths have the headers too', async () => {
    for (const path of ['/', '/docs', '/auth/callback', '/nothing', '/v1/nothing', '/%ff', '/v1/%ff']) {
      const response = await send({ method: 'GET', path });
      await response.body?.cancel();
      expect([path, problemsOf(response, path.startsWith('/v1/'))]).toEqual([path, []]);
    }
  });
});
