import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { SimulationService } from './client.js';
import { version } from './version.js';
import { unwrap } from './webhooks.js';

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8');

describe('SimulationService', () => {
  const { SVC_API_KEY, SVC_URL } = process.env;
  afterEach(() => {
    for (const [name, value] of Object.entries({ SVC_API_KEY, SVC_URL }))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });

  it('Key and address default to the environment, and options come first', async () => {
    const sent: string[] = [];
    const fetch = (request: Request) => {
      sent.push(`${request.url} ${request.headers.get('authorization')}`);
      return Promise.resolve(Response.json({ data: {} }));
    };
    const usage = (options = {}) =>
      new SimulationService({ fetch: fetch as typeof globalThis.fetch, ...options }).api.GET('/v1/usage');
    Object.assign(process.env, { SVC_API_KEY: 'sk_test_1\n', SVC_URL: 'http://127.0.0.1:8080/a/' });
    await usage();
    await usage({ apiKey: 'sk_test_2', baseUrl: 'http://127.0.0.1:9090' });
    delete process.env['SVC_URL'];
    await usage();
    expect(sent).toEqual([
      'http://127.0.0.1:8080/a/v1/usage Bearer sk_test_1',
      'http://127.0.0.1:9090/v1/usage Bearer sk_test_2',
      'http://127.0.0.1:3000/v1/usage Bearer sk_test_1',
    ]);
  });

  it('Both client packages have one version, which they send', () => {
    expect((JSON.parse(read('package.json')) as { version: string }).version).toBe(version);
    expect(/^version = "(.*)"$/m.exec(read('../python/pyproject.toml'))![1]).toBe(version);
    expect(/^version = "(.*)"$/m.exec(read('../python/src/simulation_service/_version.py'))![1]).toBe(version);
  });
});

describe('unwrap', () => {
  const [old, current] = [7, 8].map((byte) => `whsec_${Buffer.alloc(24, byte).toString('base64')}`);
  const body = '{"type":"simulation.completed","timestamp":"2026-01-01T00:00:00Z","data":{"id":"sim_1"}}';
  const now = new Date();
  const signature = new Webhook(current!).sign('evt_1', now, body);
  const headers = { 'Webhook-Id': 'evt_1', 'WEBHOOK-TIMESTAMP': String(Math.floor(now.getTime() / 1_000)) };

  it('Headers in any case are read, and any one of several secrets verifies a delivery', () => {
    const signed = { ...headers, 'Webhook-Signature': [signature] };
    for (const secrets of [current!, [old!, current!]])
      expect(unwrap(body, signed, secrets).type).toBe('simulation.completed');
    expect(unwrap(body, new Headers({ ...headers, 'webhook-signature': signature }), current!).type).toBeDefined();
    expect(() => unwrap(body, signed, [old!])).toThrow(/No matching signature/);
    expect(() => unwrap(body, signed, [])).toThrow(/no webhook secret/);
  });
});
