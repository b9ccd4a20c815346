import { randomUUID } from 'node:crypto';
import { tiers } from '../../src/common/identity/caller.js';
import { ApiClient } from '../support/api-client.js';
import { theContract } from '../support/contract.js';
import { callerWithScopes, createKey } from '../support/keys.js';
import { rawRequest } from '../support/raw-http.js';
import { bootstrap, newCaller, runFile } from '../support/shared-service.js';
import { workflowId } from '../support/simulations.js';

describe('malformed and hostile headers', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller()));

  const get = (...headers: string[]) => rawRequest(api.url, 'GET /v1/usage HTTP/1.1', headers);

  it.each<[string, string, string]>([
    ['no scheme', '', 'authentication_required'],
    ['the scheme Basic', 'Basic dTpw', 'authentication_required'],
    ['a similar scheme', 'Bearerx KEY', 'authentication_required'],
    ['a key without a scheme', 'KEY', 'authentication_required'],
    ['no key', 'Bearer', 'invalid_or_revoked_api_key'],
    ['two keys', 'Bearer KEY KEY', 'invalid_or_revoked_api_key'],
    ['two keys with a comma', 'Bearer KEY, Bearer KEY', 'invalid_or_revoked_api_key'],
    ['a key in quotes', 'Bearer "KEY"', 'invalid_or_revoked_api_key'],
    ['a parameter', 'Bearer token=KEY', 'invalid_or_revoked_api_key'],
    ['non-ASCII letters', 'Bearer kéy', 'invalid_or_revoked_api_key'],
    ['8,000 characters', `Bearer ${'a'.repeat(8_000)}`, 'invalid_or_revoked_api_key'],
  ])('An Authorization header with %s gets 401', async (_, value, error) => {
    const response = await get(`Authorization: ${value.replaceAll('KEY', api.key ?? '')}`);
    expect([response.status, (JSON.parse(response.text) as { error: string }).error]).toEqual([401, error]);
  });

  it('Two different Authorization headers get 400, and a repeated one is one', async () => {
    const good = `Authorization: Bearer ${api.key}`;
    const bad = 'Authorization: Bearer x';
    expect((await get(good, good)).status).toBe(200);
    for (const headers of [
      [good, bad],
      [bad, good],
    ]) {
      const { status, text } = await get(...headers);
      expect([status, text]).toEqual([400, expect.stringContaining('several different Authorization headers')]);
    }
  });

  it('Any spaces after the scheme Bearer are accepted', async () => {
    for (const spaces of ['  ', '\t', ' \t '])
      expect((await get(`Authorization: Bearer${spaces}${api.key}`)).status).toBe(200);
  });

  it('A request with 900 extra headers and forged internal headers is served normally', async () => {
    const many = Array.from({ length: 900 }, (_, index) => `X-${index}: ${index}`);
    const forged = ['X-Request-Id: mine', 'X-Forwarded-For: 1.2.3.4', 'X-HTTP-Method-Override: DELETE', '__proto__: x'];
    const { status, headers } = await get(`Authorization: Bearer ${api.key}`, ...many, ...forged);
    expect(status).toBe(200);
    expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/);
  });

  it.each(['x', '', '"', '1, 2', '00000000-0000-0000-0000-00000000000g', 'é', 'a'.repeat(5_000)])(
    'The invalid Idempotency-Key %j gets 400 validation_error',
    async (key) => {
      const response = await createKey(api, {}, Buffer.from(key).toString('latin1'));
      expect(response).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    },
  );

  it.each(['prod', 'Sandbox', '', 'sandbox, live', '__proto__'])(
    'The invalid Svc-Tier %j gets 400 validation_error',
    async (tier) => {
      const response = await api.call('/v1/usage', { headers: { 'svc-tier': tier } });
      expect(response).toMatchObject({ status: 400, body: { meta: { issues: [{ path: 'Svc-Tier' }] } } });
    },
  );
});

describe('malformed and hostile list queries', () => {
  let api: ApiClient;
  let cursor: string;
  beforeAll(async () => {
    api = await newCaller();
    for (let index = 0; index < 3; index++) await createKey(api);
    const { body } = await api.call('/v1/api-keys?limit=1');
    cursor = body.meta['next_cursor'] as string;
  });

  const list = (query: string, caller = api) => caller.call<unknown[]>(`/v1/api-keys?${query}`);

  it('A cursor that the service returned works', async () => {
    expect((await list(`limit=1&cursor=${cursor}`)).body.data).toHaveLength(1);
  });

  it.each<[string, (cursor: string) => string]>([
    ['a changed last character', (it) => it.slice(0, -1) + (it.endsWith('A') ? 'B' : 'A')],
    ['a changed first character', (it) => (it.startsWith('A') ? 'B' : 'A') + it.slice(1)],
    ['a missing character', (it) => it.slice(0, -1)],
    ['an additional character', (it) => `${it}A`],
    ['padding', (it) => `${it}%3D%3D`],
    ['a space', (it) => `${it}%20`],
    ['standard base64 characters', () => '%2F%2F%2B%2B'],
    ['unsigned content', () => Buffer.from('[0,"x"]').toString('base64url')],
    ['an emoji', () => '%F0%9F%94%91'],
    ['SQL', () => encodeURIComponent("' OR 1=1 --")],
  ])('A cursor with %s gets 400 invalid_cursor', async (_, forge) => {
    const response = await list(`cursor=${forge(cursor)}`);
    expect(response).toMatchObject({ status: 400, body: { error: 'invalid_cursor' } });
  });

  it("Another organization's cursor and the other tier's cursor get 400 invalid_cursor", async () => {
    const organization = `Cursor ${Date.now()}`;
    const [sandbox, live] = await Promise.all(
      tiers.map(async (tier) => new ApiClient(runFile().url, (await bootstrap({ organization, tier })).key)),
    );
    for (const otherCaller of [sandbox, live]) {
      expect((await list(`cursor=${cursor}`, otherCaller)).body.error).toBe('invalid_cursor');
    }
    await createKey(sandbox ?? api);
    const own = (await list('limit=1', sandbox)).body.meta['next_cursor'] as string;
    expect((await list(`cursor=${own}`, sandbox)).status).toBe(200);
    expect((await list(`cursor=${own}`, live)).body.error).toBe('invalid_cursor');
  });

  it.each([
    'limit=',
    'limit=0',
    'limit=-1',
    'limit=101',
    'limit=1.5',
    'limit=1e1',
    'limit=0x1',
    'limit=%201',
    'limit=one',
    'limit=1&limit=2',
    'limit[]=1',
    'limit[a]=1',
    'limit=99999999999999999999',
    'cursor=',
    'cursor=a&cursor=b',
    `cursor=${'a'.repeat(501)}`,
    'offset=1',
    '__proto__=1',
    'constructor=1',
    'toString=1',
  ])('The list query ?%s gets 400 validation_error', async (query) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { error: 'validation_error' } });
  });

  it('U+0000 in any query parameter of any route gets 400 validation_error with the parameter name', async () => {
    const routes = Object.entries(theContract().document.paths).flatMap(([path, { get }]) =>
      (get?.parameters ?? []).filter((it) => it.in === 'query').map(({ name }) => ({ path, name })),
    );
    const named = routes.map(({ path, name }) => `${path} ${name}`);
    expect(named).toEqual(expect.arrayContaining(['/v1/simulations workflow_id', '/v1/audit-log subject']));
    // Keys cannot read members: their requests are rejected before their queries are.
    for (const { path, name } of routes.filter((route) => !/members|invitations/.test(route.path))) {
      const response = await api.call(`${path.replaceAll(/\{\w+\}/g, 'x')}?${name}=a%00b`);
      const actual = [path, response.status, (response.body.meta['issues'] as { path: string }[])[0]?.path];
      expect(actual).toEqual([path, 400, name]);
    }
  });

  it('A query with invalid percent encoding or empty parts does not cause a server error', async () => {
    for (const query of ['limit=%', 'limit=%zz', '%E0%A4%A=1', '&&&', '=', '?']) {
      expect((await list(query)).status).toBeLessThan(500);
    }
  });
});

describe('malformed and hostile paths and methods', () => {
  let api: ApiClient;
  let keyId: string;
  beforeAll(async () => {
    api = await newCaller();
    keyId = (await callerWithScopes(api, ['keys:read'])).keyId;
  });

  const send = async (line: string) => {
    const response = await rawRequest(api.url, `${line} HTTP/1.1`, [`Authorization: Bearer ${api.key}`]);
    return [response.status, response.text === '' ? '' : (JSON.parse(response.text) as { error?: string }).error];
  };

  it('A path with a trailing slash is the same as without it', async () => {
    const idempotencyKey = randomUUID();
    const created = (path: string) =>
      api.call<{ id: string }>(path, {
        method: 'POST',
        json: { workflow_id: workflowId, agent_count: 10 },
        headers: { 'idempotency-key': idempotencyKey },
      });
    const [first, second] = [await created('/v1/simulations/'), await created('/v1/simulations')];
    expect([first.status, second.body]).toEqual([202, first.body]);
    const list = await api.call('/v1/simulations/?limit=1');
    expect(list).toMatchObject({ status: 200, body: { data: [{ id: first.body.data.id }] } });
    expect(list.headers.get('cache-control')).toBe('no-store');
    expect(await send('GET /livez/?a=b/')).toEqual(await send('GET /livez?a=b/'));
    expect(await send('PUT /v1/usage/')).toEqual([405, 'method_not_allowed']);
  });

  it.each([
    '//v1/usage',
    '/v1//usage',
    '/v1/usage//',
    '/V1/usage',
    '/v1/Usage',
    '/v1/usage;a=b',
    '/v1/usage%20',
    '/v1/usage%00',
    '/v1/%75sage/x',
    '/v1/usage/..',
    '/v1/x/../usage',
    '/v1/%2e%2e/v1/usage',
    '/v1/..%2fv1/usage',
    '/v1%2fusage',
    '/v1/usage%3f',
    '/v1/usage%23',
    '/v1/',
    '/v1',
    '//',
    '/v1/\\usage',
    '/__proto__',
    '/v1/constructor',
    '/.env',
  ])('The path %s gets 404 not_found', async (path) => {
    expect(await send(`GET ${path}`)).toEqual([404, 'not_found']);
  });

  it.each([
    '%00',
    '..',
    '%2e%2e',
    '%2f',
    'x%2fy',
    '%F0%9F%94%91',
    "'%20OR%201=1",
    'a'.repeat(4_000),
    '__proto__',
    '%5C',
  ])('The malformed id %s gets the same 404 as a missing object', async (id) => {
    const raw = Buffer.from(id).toString('latin1');
    expect(await send(`GET /v1/simulations/${raw}`)).toEqual([404, 'simulation_not_found']);
    expect(await send(`DELETE /v1/api-keys/${raw}`)).toEqual([404, 'api_key_not_found']);
    expect(await send(`GET /v1/case-studies/${raw}`)).toEqual([404, 'case_study_not_found']);
    expect(await send(`GET /v1/runs/${raw}`)).toEqual([404, 'run_not_found']);
    expect(await send(`GET /v1/webhook-endpoints/${raw}`)).toEqual([404, 'webhook_endpoint_not_found']);
    expect(await send(`GET /v1/webhook-deliveries/${raw}`)).toEqual([404, 'webhook_delivery_not_found']);
  });

  it.each(['/v1/simulations/%', '/v1/simulations/%E0%A4%A', '/v1/%ff', '/%c0%80', '/v1/simulations/%zz/results'])(
    'The path %s with invalid percent encoding gets 400 validation_error',
    async (path) => {
      expect(await send(`GET ${path}`)).toEqual([400, 'validation_error']);
    },
  );

  it('Key ids are case-insensitive in paths', async () => {
    expect((await send(`DELETE /v1/api-keys/${keyId.toUpperCase()}`))[0]).toBe(200);
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'])(
    'The unsupported method %s gets 405 with Allow, even without a credential',
    async (method) => {
      const { status, headers, text } = await rawRequest(api.url, `${method} /v1/usage HTTP/1.1`);
      expect([status, (JSON.parse(text) as { error: string }).error]).toEqual([405, 'method_not_allowed']);
      expect(headers.get('allow')).toBe('GET, HEAD');
      expect(headers.get('ratelimit-policy')).toBe('"unknown-path";q=300;w=60');
    },
  );

  it('HEAD returns the status and Content-Length of GET without a body', async () => {
    const credential = [`Authorization: Bearer ${api.key}`];
    const head = await rawRequest(api.url, 'HEAD /v1/usage HTTP/1.1', credential);
    const get = await rawRequest(api.url, 'GET /v1/usage HTTP/1.1', credential);
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect((await rawRequest(api.url, 'HEAD /v1/nothing HTTP/1.1')).status).toBe(404);
  });
});
