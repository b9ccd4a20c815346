import { createHash, randomUUID } from 'node:crypto';
import type { Simulator } from '../../src/simulations/report/simulator.js';
import { ApiClient } from '../support/api-client.js';
import { queryDatabase, type IdentityRecord } from '../support/auth-service.js';
import { testDefinition } from '../support/definitions.js';
import { isFull, itInFullLevel } from '../support/full-level.js';
import { runGoal } from '../support/goals.js';
import { callerWithScopes } from '../support/keys.js';
import { newAddress } from '../support/new-address.js';
import { whileQueuePaused } from '../support/pause-queue.js';
import { runSensitivity } from '../support/sensitivities.js';
import { bootstrap, newCaller, runFile, sharedClient } from '../support/shared-service.js';
import { createShareLink, tokenOf, type ShareLinkRecord } from '../support/share-links.js';
import { createSimulation, simulate } from '../support/simulations.js';
import { createSweep, finishedSweep } from '../support/sweeps.js';

const annotations = { name: 'Cheaper trains', notes: 'Secret note', metadata: { client: 'Secret client' } };
const request = { agent_count: 50, webhook_url: 'https://hooks.invalid/secret', ...annotations };
const dayMs = 24 * 3_600_000;

describe('share links', () => {
  let api: ApiClient;
  let visitor: ApiClient;

  beforeAll(async () => {
    api = await newCaller();
    visitor = sharedClient();
  });

  const visit = (path: string, address = newAddress()) =>
    visitor.call<Record<string, unknown>>(`/v1/shared/${path}`, { headers: { 'x-forwarded-for': address } });
  const read = (token: string) => visit(token);
  const readReport = (token: string) => visit(`${token}/report`);
  /** Both routes get 404 with the same error, and no response contains the token. */
  const expectUnknown = async (token: string) => {
    for (const response of [await read(token), await readReport(token)]) {
      expect(response).toMatchObject({ status: 404, body: { error: 'share_link_not_found' } });
      expect(response.text).not.toContain(token);
    }
  };
  const expectShared = async (token: string) => {
    expect((await read(token)).status).toBe(200);
    expect((await readReport(token)).status).toBe(200);
  };
  const share = async (run_id: string, body: object = {}, by = api) => {
    const response = await createShareLink(by, { run_id, ...body });
    if (response.status !== 201) throw new Error(`share responded ${response.status}: ${response.text}`);
    return response.body.data;
  };

  it('Anyone can read the record and the report of each kind of run with its link, without private fields and agents', async () => {
    const sweep = await createSweep(api, { ...request, agent_count: 5 });
    const runs = [(await simulate(api, request)).id, (await finishedSweep(api, sweep.body.data.id)).id];
    if (isFull) runs.push((await runGoal(api, request)).id, (await runSensitivity(api, request)).id);
    for (const id of runs) {
      const link = await share(id);
      const record = await read(tokenOf(link));
      const report = await readReport(tokenOf(link));
      expect(record).toMatchObject({
        status: 200,
        body: { data: { id, status: 'completed', name: annotations.name } },
      });
      for (const field of ['notes', 'metadata', 'webhook_url', 'quota', 'organization_id', 'created_by'])
        expect(record.body.data).not.toHaveProperty(field);
      expect(report.status).toBe(200);
      expect(report.text).toContain(`<h1>${annotations.name}</h1>`);
      for (const { text, headers } of [record, report]) {
        expect(text).not.toMatch(/secret/i);
        expect(text).not.toContain('transcript');
        expect(text).not.toMatch(/href="[^#]/);
        expect(text).not.toContain('Example agents');
        expect(headers.get('cache-control')).toBe('no-store');
        expect(headers.get('x-robots-tag')).toBe('noindex');
        expect(headers.get('referrer-policy')).toBe('no-referrer');
        expect(headers.get('ratelimit-policy')).toBe('"shared";q=60;w=60');
      }
    }
  });

  itInFullLevel(
    'Fifty concurrent readers of one link all get its report, and the owner gets the report and the effects',
    async () => {
      const { id } = await simulate(api, { agent_count: 60, scenario_context: { train_headway_factor: 0.5 } });
      const token = tokenOf(await share(id));
      const readers = Array.from({ length: 50 }, () => readReport(token));
      const own = ['report', 'effects'].map((part) => api.call(`/v1/simulations/${id}/${part}`));
      expect((await Promise.all(own)).map(({ status }) => status)).toEqual([200, 200]);
      const pages = await Promise.all(readers);
      expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
      expect(new Set(pages.map(({ text }) => text)).size).toBe(1);
    },
  );

  itInFullLevel('A shared report has the current name of its run, and no analyses of deleted results', async () => {
    const { id } = await simulate(api, { agent_count: 60, scenario_context: { train_headway_factor: 0.5 } });
    const token = tokenOf(await share(id));
    const first = await readReport(token);
    expect(first.text).not.toContain('<h1>New name</h1>');
    await api.call(`/v1/simulations/${id}`, { method: 'PATCH', json: { name: 'New name' } });
    const renamed = await readReport(token);
    expect(renamed.text).toContain('<h1>New name</h1>');
    await queryDatabase('sandbox', 'DELETE FROM simulation_results WHERE simulation_id = $1', [id]);
    const expired = await readReport(token);
    expect(expired.status).toBe(200);
    expect(expired.text.length).toBeLessThan(renamed.text.length);
  });

  it('A link expires after 30 days unless the request names 1 to 90, and only the create returns its URL', async () => {
    const { id: runId } = await simulate(api, { agent_count: 10 });
    const link = await share(runId);
    const { created_at: createdAt, expires_at: expiresAt, url, ...others } = link;
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(30 * dayMs);
    const created_by = { type: 'api_key', id: (await api.call<IdentityRecord>('/v1/auth/me')).body.data.auth.key_id };
    expect(others).toEqual({ object: 'share_link', id: link.id, run_id: runId, created_by, simulator: null });
    expect(url).toMatch(/^https?:\/\/[^/]+\/v1\/shared\/shr_test_[\w-]{43}\/report$/);
    const longest = await share(runId, { expires_in_days: 90 });
    expect(Date.parse(longest.expires_at) - Date.parse(longest.created_at)).toBe(90 * dayMs);
    for (const expires_in_days of [0, 91, 1.5, '30', null])
      expect(await createShareLink(api, { run_id: runId, expires_in_days })).toMatchObject({
        status: 400,
        body: { error: 'validation_error', meta: { issues: [{ path: 'expires_in_days' }] } },
      });
    const listed = (await api.call<ShareLinkRecord[]>(`/v1/share-links?run_id=${runId}`)).body.data;
    expect(listed).toEqual([longest, link].map(({ url: _, ...record }) => record));
    const other = await share((await simulate(api, { agent_count: 10 })).id);
    const all = (await api.call<ShareLinkRecord[]>('/v1/share-links?limit=1')).body;
    expect(all).toMatchObject({ data: [{ id: other.id }], meta: { has_more: true } });
  });

  it('A simulator has the allowed parameters only, the digest of the simulation and no rows, until it is revoked or expires', async () => {
    const run = await simulate(api, { agent_count: 50, scenario_context: { swissmetro_cost_factor: 0.8 } });
    const simulator = { parameters: ['train_cost_factor'], origins: ['https://example.com'] };
    const link = await share(run.id, { simulator });
    expect(link).toMatchObject({ simulator });
    const data = (await visit(`${tokenOf(link)}/simulator`)).body.data as unknown as Simulator;
    const { workflow, definition, ...request } = data;
    expect(request).toEqual({
      ...{ parameters: ['train_cost_factor'], scenario_context: run.scenario_context },
      ...{ seed: run.seed, agent_count: 50, parameter_draws: null, digest: run.digest },
    });
    expect(workflow.workflow_id).toBe(run.workflow_id);
    expect(definition.routing.examples).toHaveLength(1);
    expect(definition.population).not.toHaveProperty('people');
    const page = await readReport(tokenOf(link));
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'sha256-[^ ]+' 'sha256-[^ ]+'; .*; sandbox allow-scripts allow-downloads; frame-ancestors https:\/\/example.com$/,
    );
    expect(page.headers.get('set-cookie')).toBeNull();
    expect(page.text).toMatch(
      /<summary>Licenses of the libraries in this page<\/summary><pre>[^<]*\n@observablehq\/plot /,
    );
    const plain = await share(run.id);
    expect((await visit(`${tokenOf(plain)}/simulator`)).status).toBe(404);
    expect((await readReport(tokenOf(plain))).text).not.toContain('<script');
    await queryDatabase('sandbox', 'UPDATE share_links SET expires_at = now() WHERE id = $1', [link.id]);
    expect((await visit(`${tokenOf(link)}/simulator`)).status).toBe(404);
    const revoked = await share(run.id, { simulator });
    await api.call(`/v1/share-links/${revoked.id}`, { method: 'DELETE' });
    for (const part of ['simulator', 'report']) expect((await visit(`${tokenOf(revoked)}/${part}`)).status).toBe(404);
  });

  it('A simulator needs a simulation, parameters of its workflow, and origins that are no other text of a policy', async () => {
    const { id } = await simulate(api, { agent_count: 10 });
    const refused = async (simulator: object, run_id = id) => (await createShareLink(api, { run_id, simulator })).body;
    expect(await refused({ parameters: ['train_cost_factor', 'x'] })).toMatchObject({
      meta: {
        issues: [{ path: 'simulator.parameters.1', message: expect.stringContaining('train_cost_factor') as string }],
      },
    });
    const parameters = ['train_cost_factor'];
    const noOrigins = ['*', 'example.com', 'https://a.com/path', "https://a.com; script-src 'none'", 'http://a.com'];
    for (const origin of [...noOrigins, 'javascript:alert(1)', 'https://a..com', 'https://a.com:99999'])
      expect(await refused({ parameters, origins: [origin] })).toMatchObject({
        meta: { issues: [{ path: 'simulator.origins.0' }] },
      });
    expect(await refused({ parameters: [] })).toMatchObject({ error: 'validation_error' });
    const goal = (await runGoal(api, { agent_count: 5 })).id;
    expect(await refused({ parameters }, goal)).toMatchObject({ error: 'no_simulator' });
    expect(await api.call(`/v1/runs/${goal}/report?interactive=true`)).toMatchObject({
      status: 409,
      body: { error: 'no_simulator' },
    });
  });

  itInFullLevel(
    'A simulator of an own model with values of single respondents needs a consent, which is audited',
    async () => {
      const exact = testDefinition(`exact-values-${Date.now()}`);
      const pooled = { ...exact, workflow_id: `${exact.workflow_id}-pooled` };
      pooled.population = { ...exact.population, min_respondents: 10 };
      const simulator = { parameters: [exact.scenario.parameters[0]!.id] };
      const shareOf = async ({ workflow_id }: { workflow_id: string }, consent: object = {}) => {
        const { id } = await simulate(api, { workflow_id, agent_count: 10 });
        return createShareLink(api, { run_id: id, simulator, ...consent });
      };
      for (const definition of [exact, pooled])
        expect((await api.post('/v1/case-studies', { definition })).status).toBe(201);
      expect(await shareOf(exact)).toMatchObject({ status: 409, body: { error: 'exact_values_consent_required' } });
      expect((await shareOf(pooled)).status).toBe(201);
      const { body, status } = await shareOf(exact, { allow_exact_values: true });
      expect(status).toBe(201);
      const [event] = await queryDatabase<{ details: object }>(
        'sandbox',
        `SELECT details FROM audit_entries WHERE action = 'share_link.created' AND subject = $1`,
        [body.data.id],
      );
      expect(event).toMatchObject({ details: { allow_exact_values: true } });
    },
  );

  it('The database contains the hash of the token only', async () => {
    const { body } = await createShareLink(api);
    const token = tokenOf(body.data);
    const rows = await queryDatabase<{ row: string; matches: boolean }>(
      'sandbox',
      `SELECT to_jsonb(own)::text AS row, hash = sha256($2::bytea) AS matches FROM share_links own WHERE id = $1`,
      [body.data.id, token],
    );
    expect(rows).toMatchObject([{ matches: true }]);
    expect(rows[0]!.row).not.toContain(token.slice('shr_test_'.length));
  });

  it('A revoked link gets 404 immediately, other links of the run still work, and the audit log has both events', async () => {
    const { id: runId } = await simulate(api, { agent_count: 10 });
    const [link, other] = [await share(runId), await share(runId)];
    await expectShared(tokenOf(link));
    const revoked = await api.call(`/v1/share-links/${link.id}`, { method: 'DELETE' });
    expect(revoked).toMatchObject({ status: 200, body: { data: { id: link.id, deleted: true } } });
    await expectUnknown(tokenOf(link));
    await expectShared(tokenOf(other));
    expect(await api.call(`/v1/share-links/${link.id}`, { method: 'DELETE' })).toMatchObject({ status: 404 });
    const { body } = await api.call<object[]>(`/v1/audit-log?subject=${link.id}`);
    expect(body.data).toMatchObject([
      { action: 'share_link.revoked', details: { run_id: runId } },
      { action: 'share_link.created', details: { run_id: runId, expires_at: link.expires_at } },
    ]);
    expect(JSON.stringify(body)).not.toContain(tokenOf(link));
  });

  it('An expired link gets 404 before housekeeping deletes it', async () => {
    const { body } = await createShareLink(api);
    const expire = `UPDATE share_links SET expires_at = now() + $2 * interval '1 s' WHERE id = $1`;
    await queryDatabase('sandbox', expire, [body.data.id, 60]);
    await expectShared(tokenOf(body.data));
    await queryDatabase('sandbox', expire, [body.data.id, 0]);
    await expectUnknown(tokenOf(body.data));
  });

  it('The links of a deleted run get 404 and are deleted, also those of the points of a sweep', async () => {
    const { points, id } = await finishedSweep(api, (await createSweep(api)).body.data.id);
    const links = [await share(id), await share(points[0]!.simulation_id)];
    for (const link of links) await expectShared(tokenOf(link));
    expect((await api.call(`/v1/runs/${id}`, { method: 'DELETE' })).status).toBe(200);
    for (const link of links) await expectUnknown(tokenOf(link));
    const ids = (await api.call<ShareLinkRecord[]>('/v1/share-links?limit=100')).body.data.map((link) => link.id);
    for (const link of links) expect(ids).not.toContain(link.id);
    // A link that was created during the deletion.
    const { body } = await createShareLink(api);
    await queryDatabase('sandbox', 'UPDATE simulations SET deleted_at = now() WHERE id = $1', [body.data.run_id]);
    await expectUnknown(tokenOf(body.data));
  });

  it('A guessed, changed or malformed token, a token of the other tier and an id of a link get 404', async () => {
    const { body } = await createShareLink(api);
    const token = tokenOf(body.data);
    const secret = token.slice('shr_test_'.length);
    const last = secret.endsWith('A') ? 'B' : 'A';
    const others = [
      `shr_test_${'A'.repeat(43)}`,
      `${token.slice(0, -1)}${last}`,
      `shr_live_${secret}`,
      secret,
      token.toUpperCase(),
      `${token}A`,
      `${token}%0A`,
      `${token}%00`,
      body.data.id,
      body.data.run_id,
      '%27%20OR%201%3D1',
    ];
    for (const other of others) await expectUnknown(other);
    await expectShared(token);
  });

  it('A browser that opens a revoked, unknown or malformed link gets a page without scripts, and other clients get JSON', async () => {
    const { body } = await createShareLink(api);
    await api.call(`/v1/share-links/${body.data.id}`, { method: 'DELETE' });
    const open = async (token: string, accept: string, path = '/report') => {
      const headers = { accept, 'x-forwarded-for': newAddress() };
      const response = await fetch(`${visitor.url}/v1/shared/${token}${path}`, { headers });
      return { response, text: await response.text(), type: response.headers.get('content-type') };
    };
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    for (const token of [tokenOf(body.data), `shr_test_${'A'.repeat(43)}`, 'shr_live_x']) {
      const { response, text, type } = await open(token, browser);
      expect([response.status, type]).toEqual([404, 'text/html; charset=utf-8']);
      expect(text).toContain('<h1>This link does not work</h1>');
      expect(text).toContain(response.headers.get('x-request-id'));
      expect(text).not.toContain(token);
      expect(text).not.toMatch(/<script|<img|<link|\sstyle=/);
      const [, style = ''] = /<style>([^]*?)<\/style>/.exec(text) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      expect(response.headers.get('content-security-policy')).toBe(
        `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      );
      for (const [name, value] of [
        ['cache-control', 'no-store'],
        ['x-robots-tag', 'noindex'],
        ['vary', 'Accept, Accept-Encoding'],
      ] as const)
        expect(response.headers.get(name)).toBe(value);
      for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.9', 'text/html;q=0'])
        expect(JSON.parse((await open(token, accept)).text)).toMatchObject({ error: 'share_link_not_found' });
      expect(JSON.parse((await open(token, browser, '')).text)).toMatchObject({ error: 'share_link_not_found' });
    }
  });

  it('A link of the live tier works, and the sandbox tier does not have it', async () => {
    const organization = `Shared ${randomUUID()}`;
    const live = new ApiClient(runFile().url, (await bootstrap({ organization, tier: 'live' })).key);
    const sandbox = new ApiClient(runFile().url, (await bootstrap({ organization })).key);
    const { body } = await createShareLink(live);
    expect(tokenOf(body.data)).toMatch(/^shr_live_/);
    await expectShared(tokenOf(body.data));
    await expectUnknown(tokenOf(body.data).replace('shr_live_', 'shr_test_'));
    expect((await sandbox.call<object[]>('/v1/share-links')).body.data).toEqual([]);
    expect(await sandbox.call(`/v1/share-links/${body.data.id}`, { method: 'DELETE' })).toMatchObject({ status: 404 });
    expect(await createShareLink(sandbox, { run_id: body.data.run_id })).toMatchObject({
      status: 404,
      body: { error: 'simulation_not_found' },
    });
    await expectShared(tokenOf(body.data));
  });

  it('An address can send 60 requests per minute, over all tokens and both routes', async () => {
    const address = newAddress();
    const paths = Array.from({ length: 61 }, (_, index) => `${index}${index % 2 === 0 ? '' : '/report'}`);
    const statuses = await Promise.all(paths.map(async (path) => (await visit(path, address)).status));
    expect(statuses.toSorted()).toEqual([...Array<number>(60).fill(404), 429]);
  });

  it('A token is no credential for any other route', async () => {
    const { body } = await createShareLink(api);
    const bearer = new ApiClient(api.url, tokenOf(body.data));
    for (const path of [`/v1/simulations/${body.data.run_id}`, '/v1/share-links', '/v1/auth/me'])
      expect(await bearer.call(path)).toMatchObject({ status: 401 });
    expect((await visitor.call(`/v1/shared/${tokenOf(body.data)}/results`)).status).toBe(404);
  });

  it('Only completed runs of the own organization can be shared, with the scope simulations:write', async () => {
    const other = await newCaller();
    const { id } = await simulate(api, { agent_count: 10 });
    for (const run_id of [id, `goal_${'0'.repeat(32)}`])
      expect(await createShareLink(other, { run_id })).toMatchObject({ status: 404 });
    await whileQueuePaused(async () => {
      const { body } = await createSimulation(api, { agent_count: 10 });
      expect(await createShareLink(api, { run_id: body.data.id })).toMatchObject({
        status: 409,
        body: { error: 'simulation_not_complete', meta: { status: 'queued' } },
      });
    });
    for (const run_id of ['', 'x', `we_${'0'.repeat(32)}`, 1])
      expect(await createShareLink(api, { run_id })).toMatchObject({
        status: 400,
        body: { error: 'validation_error' },
      });
    const reader = await callerWithScopes(api, ['simulations:read']);
    expect(await createShareLink(reader, { run_id: id })).toMatchObject({ status: 403 });
    const { id: linkId } = await share(id);
    expect(await reader.call(`/v1/share-links/${linkId}`, { method: 'DELETE' })).toMatchObject({ status: 403 });
    expect((await reader.call('/v1/share-links')).status).toBe(200);
  });

  it('A repeated idempotency key returns the same URL, also after the run was deleted', async () => {
    const { id } = await simulate(api, { agent_count: 10 });
    const headers = { 'idempotency-key': randomUUID() };
    const first = await createShareLink(api, { run_id: id }, headers);
    await api.call(`/v1/simulations/${id}`, { method: 'DELETE' });
    const replay = await createShareLink(api, { run_id: id }, headers);
    expect(replay).toMatchObject({ status: 201, body: { data: first.body.data } });
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
  });

  it('An organization cannot have more than 1,000 share links, even with concurrent creates', async () => {
    const owner = await newCaller();
    const { body } = await createShareLink(owner);
    const { id, run_id } = body.data;
    await queryDatabase(
      'sandbox',
      `INSERT INTO share_links
       SELECT (jsonb_populate_record(own, jsonb_build_object(
         'id', 'shl_' || replace(gen_random_uuid()::text, '-', ''), 'hash', sha256(gen_random_uuid()::text::bytea)))).*
       FROM share_links AS own, generate_series(1, 997) WHERE id = $1`,
      [id],
    );
    const responses = await Promise.all(Array.from({ length: 4 }, () => createShareLink(owner, { run_id })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
      error: 'share_link_limit_reached',
      meta: { share_link_limit: 1_000 },
    });
  });
});
