import { publicScopes, type PublicScope } from '../../src/common/identity/scopes.js';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import { loadContract } from '../support/contract.js';
import { createKey } from '../support/keys.js';
import { newCaller, runFile } from '../support/shared-service.js';

interface Operation {
  route: string;
  method: string;
  path: string;
  isPublic: boolean;
  scope: PublicScope | undefined;
}

/** Every operation of the OpenAPI document, with a value for each path parameter. */
async function operations(): Promise<Operation[]> {
  const { document } = await loadContract(runFile().url);
  type Documented = { security: unknown[]; 'x-required-scope'?: PublicScope };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as unknown as Record<string, Documented>).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, 'x'),
      isPublic: operation.security.length === 0,
      scope: operation['x-required-scope'],
    })),
  );
}

/** A caller whose key has every scope except one. */
async function callerWithout(owner: ApiClient, scope: PublicScope): Promise<ApiClient> {
  const scopes = publicScopes.filter((other) => other !== scope);
  const { body } = await createKey(owner, { scopes });
  return new ApiClient(owner.url, body.data.key);
}

describe('access to every route of the OpenAPI document', () => {
  let all: Operation[];
  let owner: ApiClient;
  beforeAll(async () => {
    all = await operations();
    owner = await newCaller({ plan: 'growth' });
  });

  it('An unauthenticated client can use only these routes', () => {
    const open = all.filter(({ isPublic }) => isPublic).map(({ route }) => route);
    expect(open.filter((route) => !/ \/v1\/auth\/(magic-link|password)\//.test(route)).toSorted()).toEqual([
      'GET /auth/callback',
      'GET /docs',
      'GET /livez',
      'GET /openapi.json',
      'GET /readyz',
      'GET /schemas/workflow-definition.json',
      'GET /v1/status',
      'POST /v1/auth/logout',
      'POST /v1/leaked-keys',
    ]);
  });

  it('A key with all scopes but one cannot use any route that needs this scope', async () => {
    const accepted: string[] = [];
    for (const scope of publicScopes) {
      const caller = await callerWithout(owner, scope);
      const routes = all.filter((operation) => operation.scope === scope);
      expect([scope, routes.length]).not.toEqual([scope, 0]);
      for (const { route, method, path } of routes) {
        const { status, body } = await caller.call(path, { method });
        const isRejected =
          status === 403 && body.error === 'insufficient_scope' && body.meta['required_scope'] === scope;
        if (!isRejected) accepted.push(`${route}: ${status}`);
      }
    }
    expect(accepted).toEqual([]);
  });

  it('A website of another origin cannot read any response, and no route redirects', async () => {
    const origin = { origin: 'https://attacker.example' };
    const readable: string[] = [];
    for (const { route, method, path } of all) {
      if (method !== 'GET') continue;
      const response = await owner.call(path, { headers: origin });
      if (allowsOrigin(response) || (response.status >= 300 && response.status < 400)) readable.push(route);
      const preflight = await fetch(`${owner.url}${path}`, { method: 'OPTIONS', headers: origin });
      if (preflight.ok || preflight.headers.has('access-control-allow-origin')) readable.push(`preflight of ${route}`);
    }
    expect(readable).toEqual([]);
  });

  it('Every response states its media type, and the character set of text', async () => {
    const wrong: string[] = [];
    for (const { route, method, path } of all) {
      if (method !== 'GET') continue;
      const { headers, text } = await owner.call(path);
      const type = headers.get('content-type') ?? 'none';
      if (text !== '' && !/^(application\/([\w.-]+\+)?json|text\/\w+); charset=utf-8$/.test(type)) {
        wrong.push(`${route}: ${type}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

const allowsOrigin = ({ headers }: ApiResponse) => headers.has('access-control-allow-origin');
