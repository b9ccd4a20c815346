import { ApiClient } from '../support/api-client.js';
import { theContract } from '../support/contract.js';
import { newCaller } from '../support/shared-service.js';

/** Mail programs and link trackers add query parameters to the link in an email. */
const acceptsAnyQuery = new Set(['GET /auth/callback']);

/** Keys cannot manage members: their requests are rejected before their queries are. */
const ownersOnly = /^\w+ \/v1\/(members|invitations)(\/\{|$)/;

const issuesOf = (meta: Record<string, unknown>) => meta['issues'] as { path: string; message: string }[];

describe('query parameters', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller({ plan: 'growth' })));

  it('Every documented route rejects an unknown query parameter and names it', async () => {
    const { document } = theContract();
    const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    );
    expect(routes.length).toBeGreaterThan(40);
    const accepted: string[] = [];
    for (const { method, path } of routes) {
      const route = `${method} ${path}`;
      if (acceptsAnyQuery.has(route) || ownersOnly.test(route)) continue;
      const response = await api.call(`${path.replaceAll(/\{\w+\}/g, 'x')}?no_such_parameter=1`, { method });
      const issues = response.body?.error === 'validation_error' ? issuesOf(response.body.meta) : [];
      if (response.status !== 400 || issues[0]?.path !== 'no_such_parameter') accepted.push(route);
    }
    expect(accepted).toEqual([]);
  });

  it.each([
    ['/v1/simulations?limt=5', 'limt', 'is not a known query parameter. Did you mean "limit"?'],
    ['/v1/usage?limit=5', 'limit', 'is not a known query parameter: this endpoint accepts none'],
    ['/v1/simulations/x/results?were[income]=high', 'were[income]', expect.stringContaining('Did you mean "where"?')],
  ])('The error for %s names the parameter and suggests a fix', async (path, parameter, message) => {
    const { status, body } = await api.call(path);
    expect([status, body.error]).toEqual([400, 'validation_error']);
    expect(issuesOf(body.meta)).toEqual([{ path: parameter, message: message as string }]);
  });

  it('The sign-in page accepts the parameters that link trackers add', async () => {
    const page = await new ApiClient(api.url).call('/auth/callback?token=abc&utm_source=mail');
    expect(page.status).toBe(200);
  });

  it('An unknown path with a query is still not found', async () => {
    expect((await api.call('/v1/nothing?x=1')).status).toBe(404);
  });
});
