import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import { deprecateWorkflow, publishWorkflow, testDefinition } from '../support/definitions.js';
import { itInFullLevel, rowsOf } from '../support/full-level.js';
import { callerWithScopes } from '../support/keys.js';
import { firstResponse } from '../support/raw-http.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, simulate, workflowId, type AgentRecord } from '../support/simulations.js';

interface Margin {
  attribute: string;
  is_drawn: boolean;
  groups: { id: string; share: number; fitted_share: number }[];
  distance: number;
}

interface Population {
  id: string;
  name: string | null;
  origin: string;
  people_count: number;
  effective_sample_size: number;
  drawn_attributes: string[];
  ignored_columns: string[];
  raking: { iterations: number; max_difference: number } | null;
  margins: Margin[];
  warnings: { code: string; message: string }[];
}

type Raw = string | Uint8Array<ArrayBuffer>;

const csv = 'text/csv';
const marginOf = ({ margins }: Population, attribute: string) =>
  margins.find((margin) => margin.attribute === attribute)!;
const shareOf = (population: Population, attribute: string, group: string) =>
  marginOf(population, attribute).groups.find(({ id }) => id === group)!.share;

/** 60 people: 40 women and 20 men, all with a first-class ticket. */
const people = Array.from({ length: 60 }, (_, row) => ({
  gender: row < 40 ? 'F' : 'M',
  travel_class: 'first',
  train_time: 60 + row,
  size: row < 40 ? 1 : 2,
}));
const columns = ['gender', 'travel_class', 'train_time', 'size'] as const;
const toCsv = (rows: readonly (readonly unknown[])[]) => rows.map((row) => row.join(',')).join('\n');
const peopleCsv = toCsv([columns, ...people.map((person) => columns.map((name) => person[name]))]);
const mapped = `workflow_id=${workflowId}&columns[sex]=gender&values[sex]=F:female,M:male`;

describe('populations', () => {
  let api: ApiClient;
  /** Imported once, for the tests that do not change it. */
  let shared: Population;
  beforeAll(async () => {
    api = await newCaller();
    shared = await imported();
  });

  const send = (query: string, raw: Raw, type = csv, headers: Record<string, string> = {}, caller = api) =>
    caller.call<Population>(`/v1/populations?${query}`, {
      method: 'POST',
      raw,
      headers: { 'content-type': type, ...headers },
    });
  const imported = async (query = mapped, raw: Raw = peopleCsv, type = csv) => {
    const response = await send(query, raw, type);
    expect(response).toMatchObject({ status: 201 });
    return response.body.data;
  };
  const issuesOf = (response: ApiResponse) => response.body.meta['issues'] as { path: string; message: string }[];

  it('An imported file has the margins of its rows, and missing attributes are drawn', async () => {
    const population = await imported(`${mapped}&name=Customers`);
    expect(population).toMatchObject({
      name: 'Customers',
      origin: 'imported',
      people_count: 60,
      effective_sample_size: 60,
      ignored_columns: ['size'],
      raking: null,
    });
    expect(shareOf(population, 'sex', 'female')).toBeCloseTo(2 / 3, 12);
    expect(shareOf(population, 'travel_class', 'first')).toBe(1);
    expect(population.drawn_attributes).toContain('age');
    expect(population.drawn_attributes).not.toContain('train_time');
    expect(marginOf(population, 'travel_class').distance).toBeGreaterThan(0.2);
    expect(population.warnings.map(({ message }) => message).join()).toMatch(/"Class of travel" is far from the data/);
  });

  itInFullLevel('CSV, NDJSON and Parquet with the same rows create the same population', async () => {
    const ndjson = people.map((person) => JSON.stringify(person)).join('\n');
    const parquet = new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: 'gender', data: people.map(({ gender }) => gender), type: 'STRING' },
          { name: 'travel_class', data: people.map(({ travel_class }) => travel_class), type: 'STRING' },
          { name: 'train_time', data: people.map(({ train_time }) => train_time), type: 'INT32' },
          { name: 'size', data: people.map(({ size }) => size), type: 'DOUBLE' },
        ],
      }),
    );
    const all = [
      await imported(),
      await imported(mapped, ndjson, 'application/x-ndjson'),
      await imported(mapped, parquet, 'application/vnd.apache.parquet'),
      await imported(
        mapped,
        `\uFEFF${peopleCsv.replaceAll(',', ';').replaceAll('\n', '\r\n')}`,
        'text/csv; charset=utf-8',
      ),
    ];
    for (const population of all) expect(population.margins).toEqual(all[0]!.margins);
  });

  it('Weights give the weighted margins and the effective sample size of Kish', async () => {
    const population = await imported(`${mapped}&weight=size`);
    expect(shareOf(population, 'sex', 'female')).toBeCloseTo(0.5, 12);
    expect(population.effective_sample_size).toBeCloseTo(80 ** 2 / (40 + 4 * 20), 9);
  });

  it('Simulations with a population select their agents from its people', async () => {
    const { id } = shared;
    const record = await simulate(api, { population_id: id, agent_count: 150, seed: 3 });
    expect(record).toMatchObject({ status: 'completed', adjustments: { population_id: id } });
    const { body } = await api.call<AgentRecord[]>(`/v1/simulations/${record.id}/results?fields=attributes`);
    for (const { attributes } of body.data) {
      expect(attributes['travel_class']).toBe('first');
      expect(attributes['train_time']).toBeGreaterThanOrEqual(60);
      expect(attributes['train_time']).toBeLessThan(120);
    }
    const again = await simulate(api, { population_id: id, agent_count: 150, seed: 3 });
    expect(again.digest).toBe(record.digest);
    const { errors } = record.summary!.outcomes[0]!;
    expect(errors.population).toBeGreaterThan(0);
    for (const path of ['manifest', 'summary?group_by=sex']) {
      expect((await api.call(`/v1/simulations/${record.id}/${path}`)).status).toBe(200);
    }
    const { text } = await api.call(`/v1/simulations/${record.id}/report`);
    expect(text).toContain('an imported population with 60 rows');
    expect(text).toContain('The distribution of &quot;Class of travel&quot; is far from the data');
  });

  itInFullLevel('A population and a segment of it combine', async () => {
    const { id } = shared;
    const record = await simulate(api, { population_id: id, where: { sex: 'female' }, agent_count: 100 });
    const { body } = await api.call<AgentRecord[]>(`/v1/simulations/${record.id}/results?fields=attributes`);
    for (const { attributes } of body.data) {
      expect(attributes['sex']).toBe('female');
      expect(attributes['train_time']).toBeLessThan(100);
    }
  });

  it('A segment of a population with fewer than 30 people is rejected', async () => {
    const { id } = shared;
    const { status, body } = await createSimulation(api, { population_id: id, where: { sex: 'male' } });
    expect([status, body]).toMatchObject([400, { error: 'invalid_adjustment' }]);
    expect(JSON.stringify(body)).toContain('the segment has 20.0 effective rows');
  });

  it('Target margins are reached to 1e-9', async () => {
    const total = (groups: string[], share: number) => ({ groups, total: share });
    const margins = [
      { attributes: ['sex'], cells: [total(['female'], 500), total(['male'], 500)] },
      {
        attributes: ['travel_class', 'purpose'],
        cells: [
          total(['second', 'commute'], 400),
          total(['second', 'business'], 300),
          total(['first', 'commute'], 100),
          total(['first', 'business'], 200),
        ],
      },
    ];
    const response = await api.post<Population>('/v1/populations', { workflow_id: workflowId, margins });
    expect(response.status).toBe(201);
    const population = response.body.data;
    expect(population).toMatchObject({ origin: 'weighted', drawn_attributes: [] });
    expect(population.raking!.max_difference).toBeLessThanOrEqual(1e-9);
    expect(Math.abs(shareOf(population, 'sex', 'female') - 0.5)).toBeLessThan(1e-9);
    expect(Math.abs(shareOf(population, 'travel_class', 'first') - 0.3)).toBeLessThan(1e-9);
    expect(await simulate(api, { population_id: population.id, agent_count: 50 })).toMatchObject({
      status: 'completed',
    });
  });

  type Margins = [margins: object[], path: string, message: RegExp];
  const rejectedMargins = rowsOf<Margins>(
    [
      [
        [{ attributes: ['height'], cells: [{ groups: ['tall'], total: 1 }] }],
        'margins.0.attributes.0',
        /not an attribute/,
      ],
      [
        [
          {
            attributes: ['sex'],
            cells: [
              { groups: ['female'], total: 0.5 },
              { groups: ['male'], total: 0.5 },
            ],
          },
          {
            attributes: ['sex'],
            cells: [
              { groups: ['female'], total: 0.4 },
              { groups: ['male'], total: 0.6 },
            ],
          },
        ],
        'margins.0',
        /cannot be reached together/,
      ],
    ],
    [
      [
        [{ attributes: ['sex'], cells: [{ groups: ['other'], total: 1 }] }],
        'margins.0.cells.0.groups.0',
        /expected one of/,
      ],
      [[{ attributes: ['sex'], cells: [{ groups: ['male'], total: 1 }] }], 'margins.0.cells', /lacks cells of sex/],
      [[{ attributes: ['sex'], cells: [{ groups: ['male'], total: 0 }] }], 'margins.0.cells', /total above 0/],
      [
        [
          {
            attributes: ['sex'],
            cells: [
              { groups: ['female'], total: 0.5 },
              { groups: ['male'], total: 0.5 },
            ],
          },
          {
            attributes: ['ga_travelcard'],
            cells: [
              { groups: ['no'], total: 80 },
              { groups: ['yes'], total: 20 },
            ],
          },
        ],
        'margins.1.cells',
        /must have the same sum/,
      ],
    ],
  );
  it.each(rejectedMargins)('The margins %j are rejected with the reason', async (margins, path, message) => {
    const response = await api.post('/v1/populations', { workflow_id: workflowId, margins });
    expect(response).toMatchObject({ status: 400, body: { error: 'invalid_population' } });
    expect(issuesOf(response)[0]).toMatchObject({ path, message: expect.stringMatching(message) as string });
  });

  it('Invalid values are rejected by row and column: the first 20, with the number of all', async () => {
    const rows = people.map(({ train_time }) => ['=cmd|calc', 'first', train_time * 100]);
    const response = await send(`workflow_id=${workflowId}`, toCsv([['sex', 'travel_class', 'train_time'], ...rows]));
    expect(response).toMatchObject({ status: 400, body: { error: 'invalid_population', meta: { issue_count: 120 } } });
    expect(issuesOf(response)).toHaveLength(20);
    expect(issuesOf(response).slice(0, 2)).toEqual([
      { path: 'rows.1.sex', message: 'expected one of: female, male; received "=cmd|calc"' },
      {
        path: 'rows.1.train_time',
        message: expect.stringMatching(/^expected an integer from \d+ to \d+ \(.*\), received "6000"$/) as string,
      },
    ]);
  });

  const header = 'sex,travel_class\n';
  const womenOf = (count: number) => 'female,first\n'.repeat(count);
  const wide = (count: number) => Array.from({ length: count }, (_, k) => `c${k}`).join(',');
  const rejectedFiles = rowsOf<[string, Raw, string, RegExp]>(
    [
      ['no rows', header, csv, /has 0 rows/],
      ['too few people', header + womenOf(29), csv, /has 29 rows, but needs at least 30/],
      ['no JSON', 'female\n', 'application/x-ndjson', /expected one JSON object per line/],
      ['no Parquet', 'PAR1 female PAR1', 'application/vnd.apache.parquet', /is not a Parquet file/],
    ],
    [
      ['an empty file', '', csv, /is empty/],
      ['100,001 people', header + womenOf(100_001), csv, /more than 100000 rows/],
      ['10,000 columns', `${wide(10_000)}\n`, csv, /has 10000 columns/],
      ['no column of an attribute', `a,b\n${womenOf(40)}`, csv, /has no column of an attribute/],
      ['the same column twice', `sex,sex\n${womenOf(40)}`, csv, /two columns with the name "sex"/],
      ['the character U+0000', `${header}fe\0male,first\n${womenOf(40)}`, csv, /U\+0000/],
      ['another encoding', new Uint8Array([...Buffer.from(header), 0xe9, 0x2c, 0x41]), csv, /is not UTF-8/],
      ['UTF-16', new Uint8Array(Buffer.from(header + womenOf(40), 'utf16le')), csv, /not UTF-16/],
      ['an open quote', `${header}"female,first\n${womenOf(40)}`, csv, /quoted value is not closed/],
      ['rows of different lengths', `${header}female\n${womenOf(40)}`, csv, /another number of values/],
      ['one line of 19 MB', `${header}${'a'.repeat(19_000_000)}`, csv, /more than 200000 characters/],
      ['a list in NDJSON', '["female"]\n', 'application/x-ndjson', /expected one JSON object per line/],
      ['nested values', '{"sex":{"a":1}}\n'.repeat(40), 'application/x-ndjson', /received an object/],
    ],
  );
  it.each(rejectedFiles)('A file with %s is rejected, and nothing is stored', async (_, raw, type, message) => {
    const caller = await newCaller();
    const response = await send(`workflow_id=${workflowId}`, raw, type, {}, caller);
    expect(response).toMatchObject({ status: 400, body: { error: 'invalid_population' } });
    expect(issuesOf(response)[0]!.message).toMatch(message);
    expect((await caller.call<Population[]>('/v1/populations')).body.data).toEqual([]);
  });

  itInFullLevel('A file above 20 MB is rejected with 413, also if it is compressed', async () => {
    const large = Buffer.alloc(20_000_001, 'a');
    expect(await send(mapped, new Uint8Array(large))).toMatchObject({ status: 413 });
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(200_000_000)));
    expect(await send(mapped, bomb, csv, { 'content-encoding': 'gzip' })).toMatchObject({
      status: 413,
      body: { error: 'payload_too_large', meta: { limit_bytes: 20_000_000 } },
    });
  });

  itInFullLevel('A compressed file within the limit is accepted', async () => {
    const response = await send(mapped, new Uint8Array(gzipSync(peopleCsv)), csv, { 'content-encoding': 'gzip' });
    expect(response.status).toBe(201);
  });

  it('Unknown workflows, columns and parameters are rejected', async () => {
    expect(await send('workflow_id=unknown', peopleCsv)).toMatchObject({
      status: 400,
      body: { error: 'invalid_workflow' },
    });
    expect(await send('', peopleCsv)).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    const missing = await send(`workflow_id=${workflowId}&columns[sex]=Missing&weight=w`, peopleCsv);
    expect(issuesOf(missing).map(({ path }) => path)).toEqual(['columns[sex]', 'weight']);
    const unknown = await send(`workflow_id=${workflowId}&columns[height]=size`, peopleCsv);
    expect(issuesOf(unknown)[0]!.path).toBe('columns[height]');
    expect(await send(`workflow_id=${workflowId}&column=a`, peopleCsv)).toMatchObject({ status: 400 });
    expect(await api.call('/v1/populations', { method: 'POST' })).toMatchObject({ status: 400 });
    expect(await send(mapped, peopleCsv, 'application/pdf')).toMatchObject({ status: 415 });
    const body = { workflow_id: workflowId, margins: [] };
    expect(await api.post('/v1/populations', body)).toMatchObject({ status: 400, body: { error: 'validation_error' } });
  });

  it('Files need a credential with the scope before they are read', async () => {
    const { url } = api;
    const response = await fetch(`${url}/v1/populations?${mapped}`, {
      method: 'POST',
      headers: { 'content-type': csv, authorization: 'Bearer sk_test_unknown' },
      body: peopleCsv,
    });
    expect(response.status).toBe(401);
    expect(
      (await fetch(`${url}/v1/populations`, { method: 'POST', headers: { 'content-type': csv }, body: 'a' })).status,
    ).toBe(401);
  });

  it('A file for an unknown workflow is rejected before it is read', async () => {
    const { hostname, port } = new URL(api.url);
    const socket = connect({ host: hostname, port: Number(port) }).on('error', () => undefined);
    const head = [
      'POST /v1/populations?workflow_id=unknown HTTP/1.1',
      ...['Host: x', `Authorization: Bearer ${api.key ?? ''}`, `Content-Type: ${csv}`, 'Content-Length: 1000000'],
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const [first] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(first.toString()).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('A file is rejected before its body arrives if the credential is unknown or lacks the scope', async () => {
    const { key } = await callerWithScopes(api, ['simulations:read']);
    const statusOf = async (authorization: string) => {
      const head = [
        `POST /v1/populations?${mapped} HTTP/1.1`,
        `Host: ${new URL(api.url).host}`,
        'Content-Type: text/csv',
        'Content-Length: 1000000',
        authorization,
      ];
      return (await firstResponse(api.url, `${head.join('\r\n')}\r\n\r\ngender,travel_class\n`)).status;
    };
    expect(await statusOf('Authorization: Bearer sk_test_unknown')).toBe(401);
    expect(await statusOf(`Authorization: Bearer ${key}`)).toBe(403);
  });

  it('A create with the same Idempotency-Key creates one population, and is 404 as a read once it is deleted', async () => {
    const caller = await newCaller();
    const key = { 'idempotency-key': randomUUID() };
    const first = await send(mapped, peopleCsv, csv, key, caller);
    const second = await send(mapped, peopleCsv, csv, key, caller);
    expect(second.body.data.id).toBe(first.body.data.id);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const third = await send(mapped, `${peopleCsv}\nM,first,90,1`, csv, key, caller);
    expect(third).toMatchObject({ status: 422, body: { error: 'idempotency_key_reused' } });
    expect((await caller.call<Population[]>('/v1/populations')).body.data).toHaveLength(1);
    await caller.call(`/v1/populations/${first.body.data.id}`, { method: 'DELETE' });
    const missing = { status: 404, body: { error: 'population_not_found' } };
    expect(await send(mapped, peopleCsv, csv, key, caller)).toMatchObject(missing);
  });

  itInFullLevel('A repeated create returns the first response, also after its workflow was deprecated', async () => {
    const caller = await newCaller();
    const slug = `repeated-import-${randomUUID()}`;
    expect((await publishWorkflow(caller, testDefinition(slug))).status).toBe(201);
    const file = `result\n${'negative\n'.repeat(40)}`;
    const cells = [
      { groups: ['negative'], total: 900 },
      { groups: ['positive'], total: 90 },
      { groups: ['indeterminate'], total: 10 },
    ];
    const margins = { workflow_id: slug, margins: [{ attributes: ['result'], cells }] };
    const [fileKey, marginsKey] = [randomUUID(), randomUUID()].map((key) => ({ 'idempotency-key': key }));
    const importFile = (headers = fileKey) => send(`workflow_id=${slug}`, file, csv, headers, caller);
    const weight = () =>
      caller.call<Population>('/v1/populations', { method: 'POST', json: margins, headers: marginsKey });
    const first = [await importFile(), await weight()];
    expect(first.map(({ status }) => status)).toEqual([201, 201]);
    await deprecateWorkflow(caller, slug);
    const again = [await importFile(), await weight()];
    expect(again.map(({ status, body }) => [status, body.data])).toEqual(first.map(({ body }) => [201, body.data]));
    expect(again.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual(['true', 'true']);
    expect(await importFile({ 'idempotency-key': randomUUID() })).toMatchObject({
      status: 400,
      body: { error: 'invalid_workflow' },
    });
  });

  it('Another organization cannot read, use or delete a population', async () => {
    const { id } = shared;
    const other = await newCaller();
    const missing = { status: 404, body: { error: 'population_not_found' } };
    expect(await other.call(`/v1/populations/${id}`)).toMatchObject(missing);
    expect(await other.call(`/v1/populations/${id}`, { method: 'DELETE' })).toMatchObject(missing);
    const unknown = `pop_${'0'.repeat(32)}`;
    const uses = await Promise.all([id, unknown, 'x'].map((one) => createSimulation(other, { population_id: one })));
    for (const use of uses) {
      expect(use).toMatchObject({ status: 400, body: { error: 'invalid_adjustment' } });
      expect(issuesOf(use)).toEqual(issuesOf(uses[0]!));
    }
    expect((await other.call<Population[]>('/v1/populations')).body.data).toEqual([]);
  });

  it('A population of another workflow is rejected', async () => {
    const { id } = shared;
    const response = await createSimulation(api, { workflow_id: 'housing-satisfaction', population_id: id });
    expect(issuesOf(response)).toEqual([{ path: 'population_id', message: `belongs to the workflow "${workflowId}"` }]);
  });

  it('A deleted population disappears, and its simulations stay readable', async () => {
    const { id } = await imported();
    const record = await simulate(api, { population_id: id, agent_count: 20 });
    expect(await api.call(`/v1/populations/${id}`)).toMatchObject({ status: 200, body: { data: { id } } });
    expect(await api.call(`/v1/populations/${id}`, { method: 'DELETE' })).toMatchObject({
      status: 200,
      body: { data: { id, deleted: true } },
    });
    expect((await api.call(`/v1/populations/${id}`)).status).toBe(404);
    expect((await createSimulation(api, { population_id: id })).status).toBe(400);
    expect((await api.call(`/v1/simulations/${record.id}/results`)).status).toBe(200);
  });

  it('Lists are paged and filtered by workflow', async () => {
    const caller = await newCaller();
    for (const name of ['a', 'b']) await send(`${mapped}&name=${name}`, peopleCsv, csv, {}, caller);
    const first = await caller.call<Population[]>('/v1/populations?limit=1');
    expect(first.body.data.map(({ name }) => name)).toEqual(['b']);
    const cursor = first.body.meta['next_cursor'] as string;
    const next = await caller.call<Population[]>(`/v1/populations?limit=1&cursor=${cursor}`);
    expect(next.body.data.map(({ name }) => name)).toEqual(['a']);
    const filtered = await caller.call<Population[]>('/v1/populations?workflow_id=housing-satisfaction');
    expect(filtered.body.data).toEqual([]);
  });
});
