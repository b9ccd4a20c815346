import { tiers, publicScopes, type PublicScope } from '../../src/common/identity/caller.js';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import { AuthService, queryDatabase } from '../support/auth-service.js';
import { theContract } from '../support/contract.js';
import { rowsOf } from '../support/full-level.js';
import { createKey } from '../support/keys.js';
import { newCaller, setPlan } from '../support/shared-service.js';

interface Operation {
  route: string;
  method: string;
  path: string;
  isPublic: boolean;
  scopes: readonly PublicScope[];
  /** The example of its JSON body; undefined without such a body. */
  example: unknown;
}

/** Every operation of the OpenAPI document, with a value for each path parameter. */
function operations(): Operation[] {
  const { document } = theContract();
  type Documented = {
    security: unknown[];
    'x-required-scope'?: PublicScope;
    'x-required-scopes'?: PublicScope[];
    requestBody?: { content: { 'application/json'?: { example: unknown } } };
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as unknown as Record<string, Documented>).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, 'x'),
      isPublic: operation.security.length === 0,
      scopes: operation['x-required-scopes'] ?? [operation['x-required-scope'] ?? []].flat(),
      example: operation.requestBody?.content['application/json']?.example,
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
    all = operations();
    owner = await newCaller({ plan: 'growth' });
  });

  it('An unauthenticated client can use only these routes', () => {
    const open = all.filter(({ isPublic }) => isPublic).map(({ route }) => route);
    expect(open.filter((route) => !/ \/v1\/auth\/(magic-link|password)\//.test(route)).toSorted()).toEqual([
      'GET /.well-known/oauth-protected-resource/mcp',
      'GET /auth/callback',
      'GET /docs',
      'GET /docs/search.json',
      'GET /docs/{section}',
      'GET /livez',
      'GET /openapi.json',
      'GET /readyz',
      'GET /schemas/workflow-definition.json',
      'GET /v1/shared/{token}',
      'GET /v1/shared/{token}/report',
      'GET /v1/shared/{token}/simulator',
      'GET /v1/status',
      'POST /v1/auth/logout',
      'POST /v1/invitations/accept',
      'POST /v1/invitations/preview',
      'POST /v1/leaked-keys',
    ]);
  });

  it('A key with all scopes but one cannot use any route that needs this scope', async () => {
    const accepted: string[] = [];
    for (const scope of publicScopes) {
      const caller = await callerWithout(owner, scope);
      const routes = all.filter((operation) => operation.scopes.includes(scope));
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

describe('requests that a website of another origin sends with the session cookie', () => {
  let service: AuthService;
  beforeAll(async () => (service = await AuthService.shared()));

  // Browsers send these without a preflight request (Fetch standard, section 2.2.2).
  const types = rowsOf(['text/plain'], ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']);
  it.each(types)('No route that can change data accepts %s from it, and nothing is written', async (type) => {
    const { cookie, response } = await service.signIn();
    const { organization_id: organizationId } = response.body.data;
    // It allows a request for each route in a minute.
    await setPlan(organizationId, 'growth');
    const before = await contentOf(organizationId);
    const unsafe = operations().filter(({ method }) => method !== 'GET');
    const headers = { cookie, origin: 'https://attacker.example', 'content-type': type };
    const results = await Promise.all(
      unsafe.map(async ({ route, method, path, example, isPublic }) => {
        const raw = example === undefined ? '' : JSON.stringify(example);
        const { status, body } = await service.call(path, { method, raw, headers });
        // Public routes do not use the session, except the logout. They accept JSON only.
        const usesSession = !isPublic || path === '/v1/auth/logout';
        const expected = usesSession ? '403 csrf_rejected' : '415 unsupported_media_type';
        return [route, `${status} ${body.error}`, expected];
      }),
    );
    expect(results.filter(([, actual, expected]) => actual !== expected)).toEqual([]);
    expect(results.length).toBeGreaterThan(40);
    expect(await contentOf(organizationId)).toEqual(before);
    expect((await service.withSession('/v1/auth/me', cookie)).status).toBe(200);
  });
});

/** The rows of an organization in all tables of both tiers. */
async function contentOf(organizationId: string): Promise<unknown> {
  const ofTier = async (tier: (typeof tiers)[number]) => {
    const columns = await queryDatabase<{ table_name: string; column_name: string }>(
      tier,
      `SELECT table_name, column_name FROM information_schema.columns
       WHERE table_schema = 'public' AND (column_name = 'organization_id' OR table_name = 'organizations' AND column_name = 'id')`,
    );
    expect(columns.length).toBeGreaterThan(10);
    const rows = columns.map(
      ({ table_name: table, column_name: column }) =>
        `SELECT '${table}' AS name, to_jsonb(t) AS row FROM "${table}" t WHERE t."${column}" = $1`,
    );
    return queryDatabase(tier, `${rows.join(' UNION ALL ')} ORDER BY 1, 2`, [organizationId]);
  };
  return Promise.all(tiers.map(ofTier));
}

const allowsOrigin = ({ headers }: ApiResponse) => headers.has('access-control-allow-origin');
