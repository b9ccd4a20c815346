import { randomUUID } from 'node:crypto';
import { request as open, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ApiClient } from '../support/api-client.js';
import { newEmail } from '../support/auth-service.js';
import { theContract } from '../support/contract.js';
import { newAddress } from '../support/new-address.js';
import { newCaller } from '../support/shared-service.js';
import { tokenOf } from '../support/share-links.js';
import { simulate } from '../support/simulations.js';

interface Options {
  method?: string;
  json?: object;
  headers?: Record<string, string>;
}

/** Rejects every uncompressed response, so that the service compresses each body that it may compress. */
const onlyGzip = { 'accept-encoding': 'gzip, identity;q=0' };

describe('the compression of responses', () => {
  let api: ApiClient;
  let runId: string;

  beforeAll(async () => {
    api = await newCaller();
    runId = (await simulate(api, { agent_count: 1_000 })).id;
  });

  /** The response without decompression, which `fetch` would apply. */
  async function send(path: string, { method = 'GET', json, headers = {} }: Options = {}) {
    // Limits of addresses count the requests of other tests.
    const credential = { authorization: `Bearer ${api.key}`, 'x-forwarded-for': newAddress() };
    const type = json === undefined ? {} : { 'content-type': 'application/json' };
    const sent = open(api.url + path, { method, headers: { ...credential, ...type, ...headers } });
    sent.end(json === undefined ? undefined : JSON.stringify(json));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
  }
  const accepting = (encoding: string): Options => ({ headers: { 'accept-encoding': encoding } });

  it('Records, lists, reports, errors and tables are compressed for clients that accept gzip, and have the same content', async () => {
    const issues = Array.from({ length: 200 }, (_, k) => `unknown_${k}=1`).join('&');
    const sharedRun = await send('/v1/share-links', { method: 'POST', json: { run_id: runId } });
    const { data } = JSON.parse(sharedRun.bytes.toString()) as { data: { url: string } };
    for (const [path, factor] of [
      [`/v1/simulations/${runId}`, 3],
      ['/v1/case-studies', 3],
      [`/v1/simulations/${runId}/report`, 3],
      [`/v1/shared/${tokenOf(data)}/report`, 3],
      [`/v1/simulations/${runId}/table?format=csv`, 1],
      ['/auth/callback', 2],
    ] as const) {
      const [plain, compressed] = [await send(path), await send(path, accepting('gzip'))];
      expect([path, plain.headers['content-encoding'], compressed.headers['content-encoding']]).toEqual([
        path,
        undefined,
        'gzip',
      ]);
      expect(compressed.headers.vary).toContain('Accept-Encoding');
      expect(gunzipSync(compressed.bytes).toString()).toBe(plain.bytes.toString());
      expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / factor);
    }
    const invalid = await send(`/v1/simulations?${issues}`, accepting('gzip'));
    expect([invalid.status, invalid.headers['content-encoding']]).toEqual([400, 'gzip']);
  });

  it('Small responses are not compressed', async () => {
    const { headers, bytes } = await send('/v1/auth/me', accepting('gzip'));
    expect(bytes.length).toBeLessThan(1_024);
    expect([headers['content-encoding'], headers['content-length']]).toEqual([undefined, String(bytes.length)]);
  });

  it('Event streams are not compressed, so that each event arrives immediately', async () => {
    const { headers, bytes } = await send(`/v1/simulations/${runId}/events`, { headers: onlyGzip });
    expect([headers['content-encoding'], headers['content-type']]).toEqual([
      undefined,
      'text/event-stream; charset=utf-8',
    ]);
    expect(headers['cache-control']).toBe('no-store, no-transform');
    expect(bytes.toString()).toContain('event: done');
  });

  it.each(['/openapi.json', '/docs', '/docs/search.json', '/schemas/workflow-definition.json'])(
    '%s is compressed with Brotli or gzip, and a client that has it gets 304',
    async (path) => {
      const [plain, gzip, br] = [
        await send(path),
        await send(path, accepting('gzip')),
        await send(path, accepting('gzip, br')),
      ];
      expect([gzip.headers['content-encoding'], br.headers['content-encoding']]).toEqual(['gzip', 'br']);
      for (const decoded of [gunzipSync(gzip.bytes), brotliDecompressSync(br.bytes)])
        expect(decoded.equals(plain.bytes)).toBe(true);
      expect(br.bytes.length).toBeLessThan(gzip.bytes.length);
      expect(gzip.bytes.length).toBeLessThan(plain.bytes.length / 3);
      for (const { headers } of [plain, gzip, br]) expect(headers.vary).toBe('Accept-Encoding');
      expect(new Set([plain, gzip, br].map(({ headers }) => headers.etag)).size).toBe(3);
      const headers = { ...accepting('gzip, br').headers, 'if-none-match': String(br.headers.etag) };
      const unchanged = await send(path, { headers });
      expect([unchanged.status, unchanged.bytes.length, unchanged.headers.etag]).toEqual([304, 0, br.headers.etag]);
      expect(unchanged.headers['content-security-policy']).toBe(br.headers['content-security-policy']);
    },
  );

  it('HEAD has the headers of GET for a compressed record', async () => {
    const path = `/v1/simulations/${runId}`;
    const [get, head] = [
      await send(path, accepting('gzip')),
      await send(path, { ...accepting('gzip'), method: 'HEAD' }),
    ];
    expect(head.bytes.length).toBe(0);
    for (const name of ['content-encoding', 'content-length', 'content-type', 'vary', 'cache-control'])
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
  });

  describe('with a secret', () => {
    /** Sends a request twice with the same `Idempotency-Key`. Neither response may be compressed, although the client requires it. */
    async function expectNeverCompressed(path: string, method: string, json?: object) {
      const headers = { ...onlyGzip, 'idempotency-key': randomUUID(), 'x-forwarded-for': newAddress() };
      const options = { method, headers, ...(json && { json }) };
      const [first, again] = [await send(path, options), await send(path, options)];
      for (const { status, headers, bytes } of [first, again]) {
        expect([path, String(status)]).toEqual([path, expect.stringMatching(/^20[012]$/)]);
        expect([path, headers['content-encoding']]).toEqual([path, undefined]);
        expect(headers['cache-control']).toBe('no-store');
        expect(bytes.toString()).toMatch(/^\{"data":/);
      }
      return JSON.parse(first.bytes.toString()) as { data: Record<string, string> };
    }

    it('A response with an API key, a webhook secret, the URL of a share link or a sign-in link is never compressed', async () => {
      const key = { name: 'test', scopes: ['simulations:read'], is_test: true };
      const { data: issued } = await expectNeverCompressed('/v1/api-keys', 'POST', key);
      await expectNeverCompressed(`/v1/api-keys/${issued['key_id']}/rotate`, 'POST');
      const url = `https://hooks.example.com/${'a'.repeat(1_500)}`;
      const { data: endpoint } = await expectNeverCompressed('/v1/webhook-endpoints', 'POST', { url });
      await expectNeverCompressed(`/v1/webhook-endpoints/${endpoint['id']}/rotate-secret`, 'POST');
      await expectNeverCompressed(`/v1/webhook-endpoints/${endpoint['id']}/secret`, 'GET');
      await expectNeverCompressed('/v1/webhook-endpoints/signing-secret', 'GET');
      await expectNeverCompressed('/v1/webhook-endpoints/signing-secret/rotate', 'POST');
      await expectNeverCompressed('/v1/share-links', 'POST', { run_id: runId });
      await expectNeverCompressed('/v1/auth/magic-link/request', 'POST', { email: newEmail() });
      // The same endpoint without its secret.
      const read = await send(`/v1/webhook-endpoints/${endpoint['id']}`, { headers: onlyGzip });
      expect(read.headers['content-encoding']).toBe('gzip');
    });

    it('A response that sets a session cookie is not compressed', async () => {
      const headers = { ...onlyGzip, 'x-forwarded-for': newAddress(), authorization: '' };
      const json = { email: newEmail(), password: `pass ${randomUUID()}`, name: 'N', organization_name: 'O' };
      const {
        status,
        headers: received,
        bytes,
      } = await send('/v1/auth/password/signup', { method: 'POST', json, headers });
      expect([status, received['content-encoding']]).toEqual([201, undefined]);
      expect(received['set-cookie']).toBeDefined();
      expect(bytes.toString()).toMatch(/^\{"data":/);
    });

    it('The operations above are all operations whose response contains a key, secret or link', () => {
      const { document } = theContract();
      const schemas = document.components as unknown as { schemas: Record<string, object> };
      const secretFields = /"(key|secret|magic_link)":|"#\/components\/schemas\/ShareLinkWithUrl"/;
      const hasSecret = (value: object, seen = new Set<string>()): boolean => {
        const text = JSON.stringify(value);
        if (secretFields.test(text)) return true;
        const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
        return names.some((name) => {
          if (seen.has(name)) return false;
          seen.add(name);
          return hasSecret(schemas.schemas[name] ?? {}, seen);
        });
      };
      const found = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, { responses }]) =>
          Object.entries(responses).some(
            ([status, { content = {} }]) =>
              status.startsWith('2') &&
              Object.values(content).some((one) => hasSecret((one as { schema: object }).schema)),
          )
            ? [`${method} ${path}`]
            : [],
        ),
      );
      expect(found.sort()).toEqual([
        'get /v1/webhook-endpoints/signing-secret',
        'get /v1/webhook-endpoints/{endpoint_id}/secret',
        'post /v1/api-keys',
        'post /v1/api-keys/{key_id}/rotate',
        'post /v1/auth/magic-link/request',
        'post /v1/share-links',
        'post /v1/webhook-endpoints',
        'post /v1/webhook-endpoints/signing-secret/rotate',
        'post /v1/webhook-endpoints/{endpoint_id}/rotate-secret',
      ]);
    });
  });
});
