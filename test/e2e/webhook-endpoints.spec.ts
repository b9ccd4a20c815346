import { randomBytes, randomUUID } from 'node:crypto';
import type { ApiClient } from '../support/api-client.js';
import type { IdentityRecord } from '../support/auth-service.js';
import { itInFullLevel } from '../support/full-level.js';
import { callerWithScopes } from '../support/keys.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation } from '../support/simulations.js';
import { createEndpoint, listDeliveries, sendTestEvent, type EndpointRecord } from '../support/webhooks.js';

// A host name that does not exist.
const url = 'https://hooks.invalid/simulations';
const path = '/v1/webhook-endpoints';
const secretOf = (bytes: Buffer) => `whsec_${bytes.toString('base64')}`;
const secretForm = /^whsec_[A-Za-z0-9+/]{43}=$/;

describe('webhook endpoints', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller()));

  const read = (id: string) => api.call<EndpointRecord>(`${path}/${id}`);
  const patch = (id: string, json: object) => api.call<EndpointRecord>(`${path}/${id}`, { method: 'PATCH', json });

  it('Creating a webhook endpoint fills in defaults and returns its secret', async () => {
    const { status, headers, body } = await api.post<EndpointRecord>(path, { url });
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    const { id, secret, ...record } = body.data;
    expect(id).toMatch(/^we_[0-9a-f]{32}$/);
    expect(secret).toMatch(secretForm);
    const { body: me } = await api.call<IdentityRecord>('/v1/auth/me');
    expect(record).toEqual({
      url,
      created_by: { type: 'api_key', id: me.data.auth.key_id },
      events: [
        'simulation.completed',
        'simulation.failed',
        'simulation.canceled',
        'sweep.completed',
        'goal.completed',
        'goal.failed',
        'goal.canceled',
        'sensitivity.completed',
        'sensitivity.failed',
        'sensitivity.canceled',
        'fit.completed',
        'fit.failed',
        'fit.canceled',
        'survey.completed',
        'survey.failed',
        'survey.canceled',
        'bias_report.completed',
        'bias_report.failed',
        'bias_report.canceled',
        'large_simulation.completed',
      ],
      description: '',
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
      created_at: expect.any(String) as string,
    });
    expect((await read(id)).body.data).toEqual({ id, ...record });
    const stored = await api.call<{ secret: string }>(`${path}/${id}/secret`);
    expect([stored.body.data, stored.headers.get('cache-control')]).toEqual([{ secret }, 'no-store']);
  });

  it('A webhook endpoint can be created with all fields, including an existing secret', async () => {
    const secret = secretOf(randomBytes(24));
    const requested = { url, events: ['simulation.failed'], description: 'Ops', enabled: false, secret };
    expect(await createEndpoint(api, requested)).toMatchObject(requested);
  });

  it.each<[string, Record<string, unknown>]>([
    ['url', {}],
    ['url', { url: 'http://127.0.0.1/' }],
    ['url', { url: 'http://[::ffff:10.0.0.1]/' }],
    ['url', { url: 'http://169.254.169.254/latest/meta-data' }],
    ['url', { url: 'http://localhost:3000/' }],
    ['url', { url: 'ftp://example.com' }],
    ['url', { url: 'https://user:password@example.com/' }],
    ['url', { url: 7 }],
    ['events', { url, events: [] }],
    ['events.0', { url, events: ['simulation.started'] }],
    ['events', { url, events: ['simulation.failed', 'simulation.failed'] }],
    ['description', { url, description: 'x'.repeat(501) }],
    ['enabled', { url, enabled: 'yes' }],
    ['secret', { url, secret: 'whsec_short' }],
    ['secret', { url, secret: Buffer.alloc(32).toString('base64') }],
    ['secret', { url, secret: secretOf(Buffer.alloc(32)) }],
    ['secret', { url, secret: secretOf(Buffer.alloc(24, 7)) }],
    ['color', { url, color: 'red' }],
  ])('A webhook endpoint with an invalid %s is rejected: %j', async (field, body) => {
    const { status, body: response } = await api.post(path, body);
    expect([status, response.error]).toEqual([400, 'validation_error']);
    expect((response.meta['issues'] as { path: string }[])[0]?.path).toBe(field);
  });

  it('A secret whose bytes are all equal is rejected with a message that states the reason', async () => {
    const { body } = await api.post(path, { url, secret: secretOf(Buffer.alloc(32)) });
    expect(body.meta['issues']).toEqual([
      { path: 'secret', message: 'must be random: all bytes of this secret are equal' },
    ]);
  });

  it('Webhook URLs of endpoints and simulations must be https in the live tier', async () => {
    const live = await newCaller({ tier: 'live' });
    expect((await live.post(path, { url: 'http://example.com/' })).status).toBe(400);
    expect((await live.post(path, { url })).status).toBe(201);
    const rejected = await createSimulation(live, { webhook_url: 'http://example.com/' });
    expect((rejected.body.meta['issues'] as { path: string }[])[0]?.path).toBe('webhook_url');
  });

  it('PATCH changes only the given fields of a webhook endpoint', async () => {
    const { id } = await createEndpoint(api, { url, description: 'one' });
    const record = (await read(id)).body.data;
    expect((await patch(id, {})).body.data).toEqual(record);
    const changed = await patch(id, { url: `${url}/two`, events: ['simulation.failed'] });
    expect(changed.body.data).toEqual({ ...record, url: `${url}/two`, events: ['simulation.failed'] });
    expect((await patch(id, { url: 'http://10.0.0.1/' })).status).toBe(400);
    const disabled = await patch(id, { enabled: false });
    expect(disabled.body.data).toMatchObject({ enabled: false, disabled_reason: null });
    expect(disabled.body.data.disabled_at).not.toBeNull();
    expect((await patch(id, { enabled: true })).body.data).toMatchObject({ enabled: true, disabled_at: null });
    expect((await read(id)).body.data).toMatchObject({ url: `${url}/two`, enabled: true });
  });

  it('A deleted webhook endpoint gets 404 on every route', async () => {
    const { id } = await createEndpoint(api, { url });
    expect((await api.call(`${path}/${id}`, { method: 'DELETE' })).body.data).toEqual({ id, deleted: true });
    for (const [method, tail] of [
      ['GET', ''],
      ['GET', '/secret'],
      ['DELETE', ''],
      ['POST', '/rotate-secret'],
    ] as const) {
      const { status, body } = await api.call(`${path}/${id}${tail}`, { method });
      expect([status, body.error]).toEqual([404, 'webhook_endpoint_not_found']);
    }
  });

  it('Webhook endpoints are listed newest first, in pages without duplicates and without secrets', async () => {
    const owner = await newCaller();
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.unshift((await createEndpoint(owner, { url })).id);
    const listed: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await owner.call<EndpointRecord[]>(`${path}?limit=2${query}`);
      listed.push(...body.data.map(({ id }) => id));
      expect(body.data.every((record) => !('secret' in record))).toBe(true);
      cursor = body.meta['next_cursor'] as string | null;
    }
    expect(listed).toEqual(ids);
  });

  it('Rotating the secret of a webhook endpoint replaces it', async () => {
    const { id, secret } = await createEndpoint(api, { url });
    const { status, body } = await api.call<EndpointRecord>(`${path}/${id}/rotate-secret`, { method: 'POST' });
    expect([status, body.data.id]).toEqual([200, id]);
    expect(body.data.secret).toMatch(secretForm);
    expect(body.data.secret).not.toBe(secret);
    expect((await api.call(`${path}/${id}/secret`)).body.data).toEqual({ secret: body.data.secret });
  });

  it('Repeated creates and rotations with an Idempotency-Key take effect once and return the same secret', async () => {
    const owner = await newCaller();
    const headers = { 'idempotency-key': randomUUID() };
    const create = () => owner.call<EndpointRecord>(path, { method: 'POST', json: { url }, headers });
    const [one, other] = await Promise.all([create(), create()]);
    expect(other.body.data).toEqual(one.body.data);
    expect((await owner.call<EndpointRecord[]>(path)).body.data).toHaveLength(1);
    const rotate = () =>
      owner.call<EndpointRecord>(`${path}/${one.body.data.id}/rotate-secret`, { method: 'POST', headers });
    const [first, again] = [await rotate(), await rotate()];
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body.data.secret).toBe(first.body.data.secret);
    expect(first.body.data.secret).not.toBe(one.body.data.secret);
  });

  it('The signing secret of the organization stays the same until it is rotated', async () => {
    const secret = async () => (await api.call<{ secret: string }>(`${path}/signing-secret`)).body.data.secret;
    const first = await secret();
    expect(first).toMatch(secretForm);
    expect(await secret()).toBe(first);
    const { status, body } = await api.call<{ secret: string }>(`${path}/signing-secret/rotate`, { method: 'POST' });
    expect(status).toBe(200);
    expect(body.data.secret).not.toBe(first);
    expect(await secret()).toBe(body.data.secret);
  });

  it('Webhook routes require simulations:write for changes, tests and secrets, and simulations:read for other reads', async () => {
    const { id } = await createEndpoint(api, { url });
    const delivery = await sendTestEvent(api, id);
    const reader = await callerWithScopes(api, ['simulations:read']);
    const withoutScope = await callerWithScopes(api, ['keys:read']);
    const reads = [path, `${path}/${id}`, '/v1/webhook-deliveries', `/v1/webhook-deliveries/${delivery}`];
    for (const route of reads) {
      expect((await reader.call(route)).status).toBe(200);
      expect((await withoutScope.call(route)).body.error).toBe('insufficient_scope');
    }
    const writes: [string, string][] = [
      ['POST', path],
      ['PATCH', `${path}/${id}`],
      ['DELETE', `${path}/${id}`],
      ['POST', `${path}/${id}/rotate-secret`],
      ['POST', `${path}/${id}/test`],
      ['POST', `${path}/${id}/redeliver`],
      ['GET', `${path}/${id}/secret`],
      ['GET', `${path}/signing-secret`],
      ['POST', `${path}/signing-secret/rotate`],
      ['POST', `/v1/webhook-deliveries/${delivery}/redeliver`],
    ];
    for (const [method, route] of writes) {
      const { body } = await reader.call(route, { method });
      expect([method, route, body.error]).toEqual([method, route, 'insufficient_scope']);
    }
  });

  itInFullLevel('Concurrent creates never exceed the limit of 200 webhook endpoints', async () => {
    const owner = await newCaller();
    const statuses: number[] = [];
    for (let round = 0; round < 7; round++) {
      const responses = await Promise.all(Array.from({ length: 30 }, () => owner.post(path, { url })));
      statuses.push(...responses.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(200);
    const { body } = await owner.post(path, { url });
    expect(body).toMatchObject({ error: 'webhook_endpoint_limit_reached', meta: { endpoint_limit: 200 } });
  });
});

describe('webhook deliveries', () => {
  it('A delivery has the body of its requests, which the list leaves out', async () => {
    const api = await newCaller();
    const { id } = await createEndpoint(api, { url });
    const delivery = await sendTestEvent(api, id);
    const { data } = (await api.call<{ request_body: string }>(`/v1/webhook-deliveries/${delivery}`)).body;
    expect(JSON.parse(data.request_body)).toMatchObject({ type: 'webhook_endpoint.test' });
    const [listed] = await listDeliveries(api, '');
    expect(listed).not.toHaveProperty('request_body');
  });

  it('Webhook deliveries can be filtered by endpoint, status, event, simulation and time', async () => {
    const api = await newCaller();
    const [one, other] = [await createEndpoint(api, { url }), await createEndpoint(api, { url })];
    const first = await sendTestEvent(api, one.id);
    const { created_at } = (await api.call<{ created_at: string }>(`/v1/webhook-deliveries/${first}`)).body.data;
    const second = await sendTestEvent(api, other.id);
    const found = async (query: string) => (await listDeliveries(api, query)).map(({ id }) => id);
    expect(await found('')).toEqual([second, first]);
    expect(await found(`?endpoint_id=${one.id}`)).toEqual([first]);
    expect(await found('?status=pending')).toEqual([second, first]);
    expect(await found('?status=succeeded')).toEqual([]);
    expect(await found('?event_type=webhook_endpoint.test')).toEqual([second, first]);
    expect(await found('?event_type=simulation.completed')).toEqual([]);
    expect(await found(`?simulation_id=sim_${'0'.repeat(32)}`)).toEqual([]);
    expect(await found(`?created_after=${created_at}`)).toEqual([second]);
    const { body } = await api.call('/v1/webhook-deliveries?limit=1');
    const cursor = String(body.meta['next_cursor']);
    expect(await found(`?limit=1&cursor=${cursor}`)).toEqual([first]);
    const otherFilter = await api.call(`/v1/webhook-deliveries?limit=1&status=pending&cursor=${cursor}`);
    expect(otherFilter.body.error).toBe('invalid_cursor');
    for (const query of ['?status=lost', '?endpoint_id=x', '?created_after=yesterday', '?color=red']) {
      expect((await api.call(`/v1/webhook-deliveries${query}`)).status).toBe(400);
    }
  });
});
