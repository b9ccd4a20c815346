import { request } from 'node:http';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import type { ApiClient } from '../support/api-client.js';
import { newCaller } from '../support/shared-service.js';
import { simulate, type AgentRecord, type SimulationRecord } from '../support/simulations.js';

const agentCount = 700;
const parquetType = 'application/vnd.apache.parquet';

describe('the results of a simulation', () => {
  let api: ApiClient;
  let record: SimulationRecord;
  let all: AgentRecord[];

  beforeAll(async () => {
    api = await newCaller();
    record = await simulate(api, { agent_count: agentCount, seed: 3, scenario_context: { train_headway_factor: 0.5 } });
    all = (await read()).body.data;
  });

  const path = (query = '') => `/v1/simulations/${record.id}/results${query}`;
  const read = (query = '', headers: Record<string, string> = {}) => api.call<AgentRecord[]>(path(query), { headers });
  /** The bytes of the response without decompression, which `fetch` would apply. */
  const raw = (query = '', headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; bytes: Buffer }>(
      (resolve, reject) => {
        const allHeaders = { authorization: `Bearer ${api.key}`, ...headers };
        request(`${api.url}${path(query)}`, { method, headers: allHeaders }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
          );
        })
          .once('error', reject)
          .end();
      },
    );
  const rowsOf = (bytes: Buffer) =>
    parquetReadObjects({
      file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
    });

  it('Results contain all agents, or pages without gaps if a limit is given', async () => {
    expect(all).toHaveLength(agentCount);
    const listed: AgentRecord[] = [];
    let query = '?limit=99';
    for (;;) {
      const { body, headers } = await read(query);
      listed.push(...body.data);
      expect(body.meta).toMatchObject({ digest: record.digest, seed: 3, returned: body.data.length });
      const { has_more: hasMore, next_cursor: cursor } = body.meta;
      expect(hasMore).toBe(listed.length < agentCount);
      expect(cursor === null).toBe(!hasMore);
      // Only the first page has the summary.
      expect(body.meta['summary'] === null).toBe(query.includes('cursor'));
      expect(headers.get('link') ?? '').toContain(hasMore ? 'rel="next"' : '');
      if (typeof cursor !== 'string') break;
      query = `?limit=99&cursor=${cursor}`;
    }
    expect(listed).toEqual(all);
  });

  it('Results contain only the requested fields', async () => {
    const { body } = await read('?fields=index,outcome,transcript&fields=index');
    expect(body.data).toEqual(all.map(({ index, outcome, transcript }) => ({ index, outcome, transcript })));
  });

  it('Result filters match all given attributes and any of several values', async () => {
    const { body } = await read('?where[income]=50k_to_100k&where[sex]=male,female&outcome=train&outcome=car');
    const matching = all.filter(
      ({ attributes, outcome }) => attributes['income'] === '50k_to_100k' && ['train', 'car'].includes(outcome),
    );
    expect(matching.length).toBeGreaterThan(10);
    expect(body.data).toEqual(matching);
    expect(body.meta).toMatchObject({ returned: matching.length, has_more: false });
    expect((await read('?where[sex]=male&limit=5')).body.data).toEqual(
      all.filter(({ attributes }) => attributes['sex'] === 'male').slice(0, 5),
    );
  });

  it('Results filtered by a segment of the summary have as many agents as the segment', async () => {
    const { body } = await read('?limit=1');
    type Segment = { attribute: string; groups: { id: string; agent_count: number }[] };
    const { segments } = body.meta['summary'] as { segments: Segment[] };
    const [category, quarters] = ['age', 'train_time'].map((id) => segments.find(({ attribute }) => attribute === id));
    for (const { attribute, groups } of [category, quarters] as Segment[]) {
      for (const { id, agent_count: count } of groups) {
        const { body: filtered } = await read(`?where[${attribute}]=${id}&fields=index`);
        expect([attribute, id, filtered.data.length]).toEqual([attribute, id, count]);
      }
    }
  });

  it.each([
    ['?where[income]=much', 'where[income]', /50k_to_100k/],
    ['?where[shoe_size]=high', 'where[shoe_size]', /income/],
    ['?outcome=ship', 'outcome', /train, swissmetro, car/],
    ['?outcome=', 'outcome', /train, swissmetro, car/],
    ['?fields=name', 'fields.0', /agent_id/],
    ['?where=high', 'where', /expected an object/],
    ['?where[a]=1&where=high', 'where', /expected an object/],
    ['?where[__proto__]=x', 'where[__proto__]', /not a known field/],
    ['?format=xml', 'format', /parquet/],
    ['?limit=0', 'limit', /1/],
    ['?limit=101', 'limit', /100/],
    ['?color=red', 'color', /not a known query parameter/],
  ])('The results query %s is rejected with the valid values or the cause', async (query, path, message) => {
    const { status, body } = await read(query);
    expect(status).toBe(400);
    expect(body.error).toBe('validation_error');
    const issues = body.meta['issues'] as { path: string; message: string }[];
    expect(issues).toContainEqual({ path, message: expect.stringMatching(message) as string });
  });

  it('Results accept only cursors of the same simulation and filters', async () => {
    const cursor = String((await read('?limit=5')).body.meta['next_cursor']);
    const other = await simulate(api, { agent_count: 50 });
    const responses = [
      await api.call(`/v1/simulations/${other.id}/results?cursor=${cursor}`),
      await read(`?outcome=car&cursor=${cursor}`),
      await read('?cursor=x'),
    ];
    for (const { status, body } of responses) expect([status, body.error]).toEqual([400, 'invalid_cursor']);
    expect((await read(`?cursor=${cursor}`)).body.data.map(({ index }) => index)[0]).toBe(5);
  });

  it('Results are newline-delimited JSON if the client accepts it', async () => {
    const { headers, text } = await read('', { accept: 'application/x-ndjson' });
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const lines = text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as AgentRecord)).toEqual(all);
  });

  it('CSV results have a header row and columns for attributes and probabilities', async () => {
    const { headers, text } = await read('', { accept: 'text/csv; charset=utf-8' });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const rows = parse<Record<string, string>>(text, { columns: true });
    expect(rows).toHaveLength(agentCount);
    const { agent_id, attributes, outcome, probabilities, transcript } = all[17]!;
    expect(rows[17]).toMatchObject({ agent_id, index: '17', outcome, transcript: transcript.join(' ') });
    expect(rows[17]).toMatchObject({ 'attribute.income': attributes['income'] });
    expect(Number(rows[17]?.['probability.train'])).toBe(probabilities['train']);
    const few = (await read('?fields=index,outcome&outcome=car', { accept: 'text/csv' })).text.split('\r\n');
    expect(few[0]).toBe('index,outcome');
    expect(few[1]).toBe(`${all.find((agent) => agent.outcome === 'car')?.index},car`);
  });

  it('Parquet results are complete or limited to the filters and fields of the request', async () => {
    const whole = await raw('', { accept: parquetType });
    expect(whole.headers).toMatchObject({ 'content-type': parquetType, 'content-length': String(whole.bytes.length) });
    const rows = await rowsOf(whole.bytes);
    expect(rows).toHaveLength(agentCount);
    expect(rows[17]).toMatchObject({
      index: 17,
      outcome: all[17]?.outcome,
      'utility.train': expect.any(Number) as number,
    });

    const filtered = await rowsOf((await raw('?outcome=car', { accept: parquetType })).bytes);
    const cars = all.filter(({ outcome }) => outcome === 'car').map(({ index }) => index);
    expect(filtered).toEqual(cars.map((index) => ({ index, ...rows[index] })));

    const limited = await rowsOf((await raw('?fields=index,transcript&limit=3', { accept: parquetType })).bytes);
    expect(limited).toEqual(
      all.slice(0, 3).map(({ index, transcript }) => ({ index, transcript: transcript.join(' ') })),
    );
    expect(await rowsOf((await raw('?format=parquet&where[age]=over_65&outcome=car&limit=1')).bytes)).toHaveLength(1);
  });

  it('Results have the preferred type of Accept or the type of the query parameter format, which also sets a file name', async () => {
    const typeOf = async (accept: string, query = '?limit=1') =>
      (await read(query, { accept })).headers.get('content-type');
    expect(await typeOf('text/csv;q=0.4, application/x-ndjson;q=0.9, */*;q=0.1')).toMatch(/^application\/x-ndjson/);
    expect(await typeOf('text/csv; header=present')).toMatch(/^text\/csv/);
    expect(await typeOf('text/html, */*;q=0.1')).toMatch(/^application\/json/);
    expect(await typeOf('application/json', '?limit=1&format=csv')).toMatch(/^text\/csv/);
    const { headers } = await read('?limit=1&format=csv', { accept: 'text/html' });
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${record.id}.csv"`);
    for (const accept of ['text/html', 'application/json;q=0', 'nonsense']) {
      expect(await read('', { accept })).toMatchObject({
        status: 406,
        body: { error: 'not_acceptable', meta: { media_types: expect.arrayContaining(['text/csv']) as string[] } },
      });
    }
  });

  it('Results are compressed if the client accepts it, and Vary names the relevant headers', async () => {
    const plain = await raw();
    const compressed = await raw('', { 'accept-encoding': 'gzip, br' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept, Accept-Encoding' });
    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 5);
    expect((await read()).text).toBe(plain.bytes.toString());
    const parquet = await raw('', { accept: parquetType, 'accept-encoding': 'gzip' });
    expect(parquet.headers['content-encoding']).toBeUndefined();
  });

  it('A request with the ETag of its results gets 304, and each query, type and encoding has its own ETag', async () => {
    const requests: [string, Record<string, string>][] = [
      ['', {}],
      ['', { 'accept-encoding': 'gzip' }],
      ['', { accept: 'text/csv' }],
      ['?limit=5', {}],
      ['?fields=index', {}],
    ];
    const tags: string[] = [];
    for (const [query, headers] of requests) {
      const etag = String((await raw(query, headers)).headers.etag);
      const again = await raw(query, { ...headers, 'if-none-match': `"x", ${etag}` });
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
      tags.push(etag);
    }
    expect(new Set(tags).size).toBe(requests.length);
    expect((await raw('', { 'if-none-match': String(tags[3]) })).status).toBe(200);
  });

  it('HEAD returns the headers of GET without a body', async () => {
    const [get, head] = [await raw('?limit=7'), await raw('?limit=7', {}, 'HEAD')];
    const changing = ['x-request-id', 'date', 'ratelimit', 'transfer-encoding'];
    const stableHeaders = ({ headers }: typeof get) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !changing.includes(name)));
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(stableHeaders(head)).toEqual(stableHeaders(get));
    expect((await raw('?outcome=ship', {}, 'HEAD')).status).toBe(400);
  });

  it('An error response has no ETag, encoding or file name of the results', async () => {
    const { headers } = await raw('?format=csv&outcome=ship');
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
    for (const name of ['etag', 'content-disposition', 'content-encoding']) expect(headers[name]).toBeUndefined();
  });

  it('An agent can be read by its index, and any other index gets 404', async () => {
    const { status, body } = await api.call<AgentRecord>(`${path()}/agents/17`);
    expect([status, body.data]).toEqual([200, all[17]]);
    for (const index of [String(agentCount), '-1', '1.5', '017', 'x', '1e2', '99999999999999999999']) {
      const response = await api.call(`${path()}/agents/${index}`);
      expect([index, response.status, response.body.error]).toEqual([index, 404, 'agent_not_found']);
    }
  });

  it('Pages and single agents of a workflow with interacting agents match its complete results', async () => {
    const interacting = await simulate(api, { workflow_id: 'repeated-pd-cooperation', agent_count: 60, seed: 1 });
    const at = `/v1/simulations/${interacting.id}/results`;
    const whole = (await api.call<AgentRecord[]>(at)).body.data;
    expect((await api.call<AgentRecord>(`${at}/agents/41`)).body.data).toEqual(whole[41]);
    expect((await api.call<AgentRecord[]>(`${at}?limit=2`)).body.data).toEqual(whole.slice(0, 2));
  });
});
