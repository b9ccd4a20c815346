import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kinds } from '../../clients/typescript/src/kinds.js';
import { theContract, type Contract, type Exchange } from '../support/contract.js';
import { listsIn, type Schema } from '../support/request-lists.js';
import { newAddress } from '../support/new-address.js';
import { runFile } from '../support/shared-service.js';

interface ParameterObject {
  in: string;
  name: string;
  required?: boolean;
  schema?: { enum?: string[]; pattern?: string };
}

interface Operation {
  parameters?: ParameterObject[];
  operationId: string;
  description: string;
  responses: Record<string, { content?: Record<string, { examples?: object }> }>;
  requestBody?: { content: Record<string, { example?: unknown }> };
}

describe('the OpenAPI document', () => {
  let url: string;
  let contract: Contract;
  beforeAll(() => {
    url = runFile().url;
    contract = theContract();
  });

  const describeParameter = ({ in: location, name, required }: ParameterObject) =>
    `${location} ${name}${required ? ' (required)' : ''}`;
  const operations = () =>
    Object.entries(contract.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...(operation as unknown as Operation) })),
    );

  it('GET /openapi.json returns the OpenAPI 3.1 document of the build without authentication and without an envelope', async () => {
    const response = await fetch(`${url}/openapi.json`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const served = await response.text();
    expect(JSON.parse(served)).toMatchObject({ openapi: '3.1.0', info: { version: 'v1' }, paths: {} });
    // All tests check responses against the document of the build.
    const built = readFileSync(join(import.meta.dirname, '../../dist/openapi.json'), 'utf8');
    expect(served === JSON.stringify(JSON.parse(built))).toBe(true);
    expect(served.length).toBeLessThan(1_500_000);
  });

  it('The service sends the documents that the build has written, because building them blocks the process', async () => {
    const folder = join(import.meta.dirname, '../../dist/app/openapi/documents');
    const paths = {
      'openapi.json': '/openapi.json',
      'schema.json': '/schemas/workflow-definition.json',
      'search.json': '/docs/search.json',
    };
    const { names } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as { names: string[] };
    expect(names).toEqual(expect.arrayContaining([...Object.keys(paths), 'docs.html', 'docs-simulations.html']));
    for (const name of names) {
      const path = (paths as Record<string, string>)[name] ?? `/${name.replace('-', '/').replace('.html', '')}`;
      const served = await (await fetch(`${url}${path}`)).text();
      expect([name, served === readFileSync(join(folder, name), 'utf8')]).toEqual([name, true]);
    }
    for (const path of ['/docs/index.json', '/docs/..%2f..%2fmain.js', '/docs/unknown'])
      expect((await fetch(`${url}${path}`)).status).toBe(404);
  });

  it('The clients have the names, paths and id prefixes of all kinds of runs', () => {
    const schemaOf = (id: string, name: string) =>
      operations()
        .find(({ operationId }) => operationId === id)
        ?.parameters?.find((parameter) => parameter.name === name)?.schema;
    expect(schemaOf('runsList', 'kind')?.enum).toEqual(Object.keys(kinds));
    const prefixes = Object.values(kinds).map(({ prefix }) => prefix);
    expect(schemaOf('runsGet', 'id')?.pattern).toBe(`^(${prefixes.join('|')})_[0-9a-f]{32}$`);
    const created = operations().flatMap(({ method, path }) => (method === 'post' ? [path] : []));
    expect(created).toEqual(expect.arrayContaining(Object.values(kinds).map(({ path }) => `/v1/${path}`)));
  });

  it('The API has at most 120 operations', () => {
    expect(operations().length).toBeLessThanOrEqual(120);
  });

  it('Every list and every map of a request has a maximum, so that no request makes the service check endless items', () => {
    const requests = operations().flatMap(({ operationId, parameters = [], requestBody }) => [
      ...Object.values(requestBody?.content ?? {}).map((media) => [operationId, (media as { schema?: Schema }).schema]),
      ...parameters.map(({ name, schema }) => [`${operationId} ?${name}`, schema]),
    ]) as [string, Schema | undefined][];
    const lists = requests.flatMap(([name, schema]) =>
      listsIn(contract.document, schema).map((list) => ({ place: [name, ...list.path].join('.'), ...list })),
    );
    expect(lists.length).toBeGreaterThan(100);
    // A message of MCP: its methods have their own schemas.
    expect(lists.filter(({ max }) => max === undefined).map(({ place }) => place)).toEqual(['mcpMessage']);
  });

  it('Integers that can exceed 32 bits, such as seeds, have the format int64', () => {
    const wrong: string[] = [];
    JSON.stringify(contract.document, (key, value: unknown) => {
      if (key === 'examples') return undefined;
      const {
        type,
        maximum = Infinity,
        format,
      } = (value ?? {}) as { type?: string; maximum?: number; format?: string };
      if (type === 'integer' && maximum > 2 ** 31 - 1 && format !== 'int64') wrong.push(key);
      return value;
    });
    expect(wrong).toEqual([]);
  });

  it('Components of different sections have different names, and none ends with a number, so that generated names are unique and stable', () => {
    const { components } = JSON.parse(readFileSync(join(import.meta.dirname, '../../dist/openapi.json'), 'utf8')) as {
      components: Record<string, object>;
    };
    const names = Object.values(components).flatMap((section) => Object.keys(section));
    const inCode = names.map((name) => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase());
    expect(names.length).toBeGreaterThan(300);
    expect(names.filter((_, k) => inCode.indexOf(inCode[k]!) !== k)).toEqual([]);
    expect(names.filter((name) => /\d$/.test(name))).toEqual([]);
  });

  it('The paths, parameters and status codes of the API match the recorded surface', () => {
    const recorded: unknown = JSON.parse(readFileSync(join(import.meta.dirname, 'api-surface.json'), 'utf8'));
    const surface = operations().map(({ path, method, parameters = [], responses }) => [
      `${method.toUpperCase()} ${path}`,
      { parameters: parameters.map(describeParameter).sort(), statuses: Object.keys(responses).sort().join(' ') },
    ]);
    expect(Object.fromEntries(surface)).toEqual(recorded);
  });

  it('GET /schemas/workflow-definition.json returns a JSON Schema without authentication', async () => {
    const response = await fetch(`${url}/schemas/workflow-definition.json`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/schema+json; charset=utf-8');
    expect(await response.json()).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
  });

  it.each([
    ['post', '/v1/api-keys'],
    ['get', '/v1/api-keys'],
    ['delete', '/v1/api-keys/{key_id}'],
    ['post', '/v1/api-keys/{key_id}/rotate'],
    ['post', '/v1/auth/magic-link/request'],
    ['post', '/v1/auth/magic-link/verify'],
    ['post', '/v1/auth/logout'],
    ['get', '/v1/auth/me'],
    ['post', '/v1/auth/password/signup'],
    ['post', '/v1/auth/password/login'],
    ['post', '/v1/simulations'],
    ['post', '/v1/simulations/auto'],
    ['get', '/v1/simulations/{id}'],
    ['get', '/v1/simulations/{id}/results'],
    ['get', '/v1/simulations/{id}/results/agents/{index}'],
    ['get', '/v1/case-studies'],
    ['get', '/v1/case-studies/{workflow_id}'],
    ['get', '/v1/case-studies/{workflow_id}/versions'],
    ['post', '/v1/case-studies'],
    ['post', '/v1/case-studies/{workflow_id}/deprecate'],
    ['post', '/v1/webhook-endpoints'],
    ['get', '/v1/webhook-endpoints'],
    ['get', '/v1/webhook-endpoints/{endpoint_id}'],
    ['patch', '/v1/webhook-endpoints/{endpoint_id}'],
    ['delete', '/v1/webhook-endpoints/{endpoint_id}'],
    ['get', '/v1/webhook-endpoints/{endpoint_id}/secret'],
    ['post', '/v1/webhook-endpoints/{endpoint_id}/rotate-secret'],
    ['post', '/v1/webhook-endpoints/{endpoint_id}/test'],
    ['post', '/v1/webhook-endpoints/{endpoint_id}/redeliver'],
    ['get', '/v1/webhook-endpoints/signing-secret'],
    ['post', '/v1/webhook-endpoints/signing-secret/rotate'],
    ['get', '/v1/webhook-deliveries'],
    ['get', '/v1/webhook-deliveries/{delivery_id}'],
    ['post', '/v1/webhook-deliveries/{delivery_id}/redeliver'],
    ['get', '/v1/status'],
    ['get', '/v1/usage'],
  ])('The OpenAPI document describes %s %s', (method, path) => {
    expect(contract.document.paths[path]?.[method]).toBeDefined();
  });

  it('The OpenAPI document has examples of all bodies except those that contain a complete workflow', () => {
    const bodies = operations().flatMap(({ operationId, responses, requestBody }) => [
      ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.values(content).map(({ examples }) => ({ at: `${operationId} ${status}`, examples })),
      ),
      ...Object.values(requestBody?.content ?? {}).map(({ example }) => ({ at: operationId, examples: example })),
    ]);
    expect(bodies.filter(({ examples }) => examples === undefined).map(({ at }) => at)).toEqual([
      'promotionsPromote',
      'caseStudiesGet 200',
      'caseStudiesDefinition 200',
      'simulationsReadManifest 200',
      'runsReadManifest 200',
      'sharedRunsGetSimulator 200',
    ]);
  });

  it('The description of each operation states its scope, that it needs none, or that it needs an owner', () => {
    for (const { path, method, description } of operations()) {
      expect(`${method} ${path}: ${description}`).toMatch(
        /Needs the scope `[a-z_]+:(read|write)`\.$|Public: |no scope\.$|session of an owner\.$/,
      );
    }
  });

  it('The OpenAPI document lists the errors of each operation according to its scope, body, cursor and authentication', () => {
    const codes = (path: string, method: string) =>
      Object.values(
        operations().find((operation) => operation.path === path && operation.method === method)?.responses ?? {},
      ).flatMap(({ content = {} }) => Object.keys(content['application/json']?.examples ?? {}));
    expect(codes('/v1/api-keys', 'post')).toEqual(
      expect.arrayContaining([
        'authentication_required',
        'invalid_or_revoked_api_key',
        'rate_limited',
        'insufficient_scope',
        'csrf_rejected',
        'validation_error',
        'payload_too_large',
        'unsupported_media_type',
        'internal_error',
        'service_unavailable',
        'idempotency_key_required',
        'idempotency_key_reused',
        'idempotency_in_progress',
        'tier_mismatch',
      ]),
    );
    expect(codes('/v1/api-keys', 'get')).toContain('invalid_cursor');
    expect(codes('/v1/api-keys', 'get')).not.toContain('payload_too_large');
    expect(codes('/v1/auth/me', 'get')).not.toContain('insufficient_scope');
    expect(codes('/v1/status', 'get')).not.toContain('authentication_required');
  });
});

describe('the API reference', () => {
  const address = newAddress();
  const get = (path: string) => fetch(`${runFile().url}${path}`, { headers: { 'x-forwarded-for': address } });
  const tags = () => (theContract().document as unknown as { tags: { name: string }[] }).tags;
  const sectionOf = (tag: string) => tag.toLowerCase().replaceAll(' ', '-');

  it('The pages of the sections list every operation and error code, link to each other, and load no external resources', async () => {
    const pages = new Map<string, string>();
    for (const section of ['', ...tags().map(({ name }) => `/${sectionOf(name)}`), '/webhooks', '/errors']) {
      const response = await get(`/docs${section}`);
      const page = await response.text();
      pages.set(section, page);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      );
      expect(page.match(/<script/g)).toHaveLength(1);
      expect(page).not.toMatch(/<script |<img|<link|\son\w+=|\sstyle=|url\(|@import/);
    }
    for (const [path, methods] of Object.entries(theContract().document.paths)) {
      for (const {
        operationId,
        tags: [tag = ''],
      } of Object.values(methods) as unknown as (Operation & {
        tags: string[];
      })[]) {
        const page = pages.get(`/${sectionOf(tag)}`);
        expect(page).toContain(`<article id="${operationId}">`);
        expect(page).toContain(`<code>${path}</code>`);
        for (const other of pages.values()) expect(other).toContain(`href="/docs/${sectionOf(tag)}#${operationId}"`);
      }
    }
    expect(pages.get('/errors')).toContain('<code>api_key_already_revoked</code>');
    expect(pages.get('/webhooks')).toContain('<article id="simulation.completed">');
  });

  it('A section has its operations only, so that the first page is small and an unknown section gets 404', async () => {
    expect((await (await get('/docs')).text()).length).toBeLessThan(50_000);
    expect(await (await get('/docs/usage')).text()).not.toContain('<article id="simulationsCreate">');
    expect((await get('/docs/unknown')).status).toBe(404);
  });

  it('The content security policy of the pages contains the hashes of their style and their script', async () => {
    const { createHash } = await import('node:crypto');
    for (const path of ['/docs', '/docs/simulations']) {
      const response = await get(path);
      const page = await response.text();
      for (const name of ['style', 'script']) {
        const [, content = ''] = new RegExp(`<${name}>([^]*?)</${name}>`).exec(page) ?? [];
        const hash = createHash('sha256').update(content).digest('base64');
        expect(response.headers.get('content-security-policy')).toContain(`${name}-src 'sha256-${hash}'`);
      }
    }
  });

  it('The first page has a quick start, and simulations are the first section', async () => {
    const page = await (await get('/docs')).text();
    expect(page).toContain('<h2 id="quick-start">');
    const sections = [...page.matchAll(/<h2><a href="\/docs\/([^"#]+)">/g)].map(([, id]) => id);
    expect(sections.slice(0, 3)).toEqual(['simulations', 'sweeps', 'workflows']);
    expect(tags()[0]!.name).toBe('Simulations');
  });

  it('The search index has the names, descriptions and values of all fields, also of those in nested objects', async () => {
    const response = await get('/docs/search.json');
    const { fields, entries } = (await response.json()) as {
      fields: { name: string; text: string }[];
      entries: { href: string; fields: number[] }[];
    };
    const fieldsAt = (anchor: string) =>
      entries.find(({ href }) => href === `/docs/${anchor}`)!.fields.map((field) => fields[field]!);
    expect(fieldsAt('simulations#simulationsGet').map(({ name }) => name)).toEqual(
      expect.arrayContaining(['id', 'seed', 'summary', 'agents_total', 'calibrated_range']),
    );
    expect(JSON.stringify(fieldsAt('simulations#simulationsGet'))).toContain('queued running completed');
    expect(fieldsAt('webhooks#sweep.completed').map(({ name }) => name)).toContain('points');
    for (const { href } of entries) expect(href).toMatch(/^\/docs\/[a-z-]+#[\w.]+$/);
  });
});

describe('the contract check of e2e responses', () => {
  const usage: Exchange = {
    method: 'GET',
    path: '/v1/usage',
    status: 200,
    headers: new Headers({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': `req_${'0'.repeat(32)}`,
      ratelimit: '"plan";r=1;t=1',
      'ratelimit-policy': '"plan";q=60;w=60',
    }),
    text: JSON.stringify({
      data: {
        period_start: '2026-11-01T00:00:00.000Z',
        period_end: '2026-12-01T00:00:00.000Z',
        simulations_this_period: 0,
        simulation_limit: 100,
        simulations_lifetime: 0,
        agent_count_ceiling: 1_000,
        concurrent_simulations: 2,
        rate_limit_per_minute: 60,
        plan_tier: 'sandbox',
        tier: 'sandbox',
        months: [],
        plans: [],
      },
    }),
  };
  const withHeader = (name: string, value: string | null) => {
    const headers = new Headers(usage.headers);
    if (value === null) headers.delete(name);
    else headers.set(name, value);
    return { headers };
  };
  const error = (code: string, meta: object = {}) =>
    JSON.stringify({
      error: code,
      meta: { message: 'x', docs_url: `http://a/docs/errors#${code}`, request_id: `req_${'0'.repeat(32)}`, ...meta },
    });

  it('The contract check accepts documented responses', () => {
    const contract = theContract();
    contract.check(usage);
    contract.check({
      ...usage,
      ...withHeader('svc-should-retry', 'false'),
      status: 400,
      text: error('validation_error', { issues: [] }),
    });
    contract.check({ ...usage, method: 'HEAD', text: '' });
    contract.check({ ...usage, path: '/v1/nothing', status: 404, text: error('not_found') });
  });

  it.each<[string, Partial<Exchange>]>([
    ['an undocumented status', { status: 204, text: '' }],
    [
      'an error code that is not documented for the status',
      { status: 400, text: error('invalid_workflow', { workflow_id: 'x' }) },
    ],
    ['an additional field', { text: usage.text.replace('"tier"', '"color":1,"tier"') }],
    ['a missing field', { text: usage.text.replace('"tier":', '"plan_tier":') }],
    ['a value of the wrong type', { text: usage.text.replace(':100,', ':"100",') }],
    ['an invalid time', { text: usage.text.replace('2026-11-01', '2026-13-01') }],
    ['a missing envelope', { text: '{}' }],
    ['the wrong content type', withHeader('content-type', 'text/html')],
    ['a missing request id', withHeader('x-request-id', null)],
    ['an invalid header value', withHeader('ratelimit', 'limit=60')],
    ['a missing RateLimit header under /v1', withHeader('ratelimit', null)],
    ['an error without Svc-Should-Retry', { status: 400, text: error('validation_error', { issues: [] }) }],
    ['an error without its meta', { status: 429, text: '{"error":"rate_limited"}' }],
    ['status 200 for an undocumented path', { path: '/v1/nothing' }],
    [
      'an unexpected error for an undocumented path',
      { path: '/v1/nothing', status: 403, text: error('insufficient_scope') },
    ],
  ])('The contract check throws for %s', (_, change) => {
    const contract = theContract();
    expect(() => contract.check({ ...usage, ...change })).toThrow(/^GET .* does not match the document/);
  });
});
