import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { datasetTable } from '../../src/datasets/content/dataset-table.js';
import type { DatasetRecord, DatasetSummary } from '../../src/datasets/dataset.record.js';
import type { SpecDraftRecord } from '../../src/datasets/spec/spec-drafts.service.js';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import { queryDatabase } from '../support/auth-service.js';
import { itInFullLevel, rowsOf } from '../support/full-level.js';
import { callerWithScopes } from '../support/keys.js';
import { firstResponse } from '../support/raw-http.js';
import { bootstrap, newCaller, sharedClient } from '../support/shared-service.js';
import { waitUntil } from '../support/wait-until.js';

const csv = 'text/csv';
const dayMs = 24 * 3_600_000;
/** 60 letters to 30 households. */
const letters = Array.from({ length: 60 }, (_, row) => ({
  household_id: `h${Math.floor(row / 2)}`,
  gave: row % 4 === 0 ? 1 : 0,
  match: row % 3 === 0 ? 'none' : '2:1',
  age: row < 6 ? null : 30 + (row % 40),
}));
const names = ['household_id', 'gave', 'match', 'age'] as const;
const lettersCsv = [names.join(), ...letters.map((letter) => names.map((name) => letter[name] ?? '').join())].join(
  '\n',
);

describe('datasets', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller()));

  const send = (
    raw: string | Uint8Array<ArrayBuffer>,
    type = csv,
    headers: Record<string, string> = {},
    caller = api,
  ) =>
    caller.call<DatasetRecord>('/v1/datasets?name=Letters', {
      method: 'POST',
      raw,
      headers: { 'content-type': type, ...headers },
    });
  const uploaded = async (...args: Parameters<typeof send>) => {
    const response = await send(...args);
    expect([response.status, response.text]).toEqual([201, expect.anything()]);
    return response.body.data;
  };
  const issuesOf = (response: ApiResponse) => response.body.meta['issues'] as { path: string; message: string }[];

  it('An uploaded file has a record with the type, values, distribution and likely meaning of each column', async () => {
    const response = await send(lettersCsv);
    expect(response.status).toBe(201);
    const record = response.body.data;
    expect(response.headers.get('location')).toBe(`/v1/datasets/${record.id}`);
    expect(record).toMatchObject({
      object: 'dataset',
      name: 'Letters',
      format: 'csv',
      row_count: 60,
      column_count: 4,
      byte_count: Buffer.byteLength(lettersCsv),
    });
    expect(record.columns).toMatchObject([
      { name: 'household_id', type: 'id', guess: 'group', distinct: 30 },
      {
        name: 'gave',
        type: 'binary',
        guess: 'outcome',
        examples: [
          { value: '0', count: 45 },
          { value: '1', count: 15 },
        ],
      },
      { name: 'match', type: 'binary', guess: 'parameter', range: null },
      { name: 'age', type: 'integer', missing: 6, range: { minimum: 30, maximum: 69 } },
    ]);
    expect(record.columns[3]!.histogram!.reduce((sum, { count }) => sum + count, 0)).toBe(54);
    expect(record.warnings).toEqual([{ code: 'missing_values', column: 'age', message: '6 rows (10%) lack "age".' }]);
    expect(Date.parse(record.expires_at) - Date.parse(record.created_at)).toBe(30 * dayMs);
    expect((await api.call<DatasetRecord>(`/v1/datasets/${record.id}`)).body.data).toEqual(record);
  });

  it('CSV, TSV, NDJSON and Parquet with the same rows have the same columns', async () => {
    const column = (name: (typeof names)[number], type: 'STRING' | 'INT32') => ({
      name,
      data: letters.map((letter) => letter[name]),
      type,
    });
    const parquet = parquetWriteBuffer({
      columnData: [
        column('household_id', 'STRING'),
        column('gave', 'INT32'),
        column('match', 'STRING'),
        column('age', 'INT32'),
      ],
    });
    const caller = await newCaller();
    const all = [
      await uploaded(lettersCsv, csv, {}, caller),
      await uploaded(letters.map((letter) => JSON.stringify(letter)).join('\n'), 'application/x-ndjson', {}, caller),
      await uploaded(new Uint8Array(parquet), 'application/vnd.apache.parquet', {}, caller),
      await uploaded(new Uint8Array(gzipSync(lettersCsv)), csv, { 'content-encoding': 'gzip' }, caller),
      await uploaded(lettersCsv.replaceAll(',', '\t'), 'text/tab-separated-values; charset=utf-8', {}, caller),
    ];
    for (const { columns } of all) expect(columns).toEqual(all[0]!.columns);
    expect(all.map(({ format }) => format)).toEqual(['csv', 'ndjson', 'parquet', 'csv', 'csv']);
    expect(all[3]!.byte_count).toBe(all[0]!.byte_count);
  });

  it('The stored cells are those of the file, with the line of each row', async () => {
    const { id } = await uploaded('name;price;note\n\nZoë;1,5;"a ""b""\nc"\nBo;;=1+1\n');
    const [row] = await queryDatabase<{ content: Buffer }>('sandbox', 'SELECT content FROM datasets WHERE id = $1', [
      id,
    ]);
    const { columns, lines } = datasetTable(row!.content);
    expect([...columns]).toEqual([
      ['name', ['Zoë', 'Bo']],
      ['price', ['1.5', '']],
      ['note', ['a "b"\nc', '=1+1']],
    ]);
    expect(Array.from(lines)).toEqual([4, 5]);
  });

  it('What was detected in a file is a warning', async () => {
    const { warnings } = await uploaded(new Uint8Array(Buffer.from('name;price\nZoë;1,5\nBo;2\n', 'latin1')));
    expect(warnings.slice(0, 3)).toEqual([
      {
        code: 'encoding_detected',
        column: null,
        message: 'The file is not UTF-8. It was read as windows-1252: check letters with accents.',
      },
      { code: 'delimiter_detected', column: null, message: 'The file is separated by ";".' },
      { code: 'decimal_commas', column: null, message: 'These columns have decimal commas: price.' },
    ]);
  });

  const rejected = rowsOf<[string, string, string, string]>(
    [
      [
        'a row of another length',
        'a,b\n1,2\n3\n',
        'lines.3',
        'line 3: the row has another number of values than the header: quote values that contain ","',
      ],
    ],
    [
      ['no bytes', '', '', 'the file is empty: expected a header and rows'],
      ['no rows', 'a,b\n', '', 'the file has a header but no rows: add rows'],
      ['the same column twice', 'a,a\n1,2\n', '', 'the file has two columns with the name "a" in line 1: rename one'],
    ],
  );
  it.each(rejected)(
    'A file with %s is rejected with its line and the fix, and nothing is stored',
    async (_, file, path, message) => {
      const caller = await newCaller();
      const response = await send(file, csv, {}, caller);
      expect(response).toMatchObject({ status: 400, body: { error: 'invalid_dataset' } });
      expect(issuesOf(response)).toEqual([{ path, message }]);
      expect(response.body.meta.message).toContain(message);
      expect((await caller.call<DatasetSummary[]>('/v1/datasets')).body.data).toEqual([]);
    },
  );

  it('Other media types and unknown parameters are rejected', async () => {
    expect(await send('{}', 'application/json')).toMatchObject({
      status: 415,
      body: { error: 'unsupported_media_type' },
    });
    expect(await send(lettersCsv, 'application/pdf')).toMatchObject({ status: 415 });
    const unknown = { method: 'POST', raw: lettersCsv, headers: { 'content-type': csv } };
    expect(await api.call('/v1/datasets?title=a', unknown)).toMatchObject({ status: 400 });
    expect(await send(lettersCsv, csv, { 'content-encoding': 'zip' })).toMatchObject({ status: 415 });
    expect(await send('no gzip', csv, { 'content-encoding': 'gzip' })).toMatchObject({
      status: 400,
      body: { error: 'validation_error' },
    });
  });

  it('A create with the same Idempotency-Key creates one dataset, and is 404 as a read once it is deleted', async () => {
    const caller = await newCaller();
    const key = { 'idempotency-key': randomUUID() };
    const first = await send(lettersCsv, csv, key, caller);
    const second = await send(lettersCsv, csv, key, caller);
    expect([second.body.data, second.headers.get('idempotent-replayed')]).toEqual([first.body.data, 'true']);
    expect(await send(`${lettersCsv}\n`, csv, key, caller)).toMatchObject({ status: 422 });
    expect((await caller.call<DatasetSummary[]>('/v1/datasets')).body.data).toHaveLength(1);
    await caller.call(`/v1/datasets/${first.body.data.id}`, { method: 'DELETE' });
    const missing = { status: 404, body: { error: 'dataset_not_found' } };
    expect(await send(lettersCsv, csv, key, caller)).toMatchObject(missing);
  });

  itInFullLevel(
    'Files that arrive slowly, of any number of organizations, do not delay the file of another organization',
    async () => {
      const { hostname, port } = new URL(api.url);
      const slow = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const { key } = await newCaller({ plan: 'sandbox' });
          const socket = connect({ host: hostname, port: Number(port) }).on('error', () => undefined);
          const head = ['POST /v1/datasets HTTP/1.1', 'Host: x', `Authorization: Bearer ${key ?? ''}`];
          const body = [`Content-Type: ${csv}`, 'Content-Length: 1000000', 'Expect: 100-continue'];
          socket.write(`${[...head, ...body].join('\r\n')}\r\n\r\na,b\n`);
          await once(socket, 'data');
          return socket;
        }),
      );
      // Not with the client of the other tests, which repeats a request that the service rejects.
      const { key } = await newCaller();
      const sent = await send(lettersCsv, csv, {}, new ApiClient(api.url, key));
      for (const socket of slow) socket.destroy();
      expect(sent.status).toBe(201);
    },
  );

  it('An organization sends one file at a time, and an aborted upload makes room for the next one', async () => {
    const caller = await newCaller();
    const { hostname, port } = new URL(api.url);
    const head = ['POST /v1/datasets HTTP/1.1', 'Host: x', `Authorization: Bearer ${caller.key ?? ''}`];
    /** Starts an upload that never ends. The service may receive it after the next request, which then has the place. */
    const occupy = async () => {
      const socket = connect({ host: hostname, port: Number(port) }).on('error', () => undefined);
      socket.write(
        `${[...head, `Content-Type: ${csv}`, 'Content-Length: 1000000', 'Expect: 100-continue'].join('\r\n')}\r\n\r\na,b\n`,
      );
      await once(socket, 'data');
      return socket;
    };
    const statusOf = async () => (await send(lettersCsv, csv, {}, caller)).status;
    let socket = await occupy();
    for (let tries = 1; (await statusOf()) !== 429; tries++) {
      socket.destroy();
      if (tries === 5) throw new Error('a second upload is accepted');
      socket = await occupy();
    }
    socket.destroy();
    await waitUntil('the place of the aborted upload', async () => (await statusOf()) === 201);
  });

  it('A file is rejected before its body arrives if the credential is unknown or lacks the scope, or if it is too large', async () => {
    const { key } = await callerWithScopes(api, ['simulations:read']);
    const statusOf = async (authorization: string, length = 1_000_000) => {
      const head = ['POST /v1/datasets HTTP/1.1', `Host: ${new URL(api.url).host}`, `Content-Type: ${csv}`];
      const request = [...head, `Content-Length: ${length}`, `Authorization: Bearer ${authorization}`].join('\r\n');
      return (await firstResponse(api.url, `${request}\r\n\r\na,b\n`)).status;
    };
    expect(await statusOf('sk_test_unknown')).toBe(401);
    expect(await statusOf(key ?? '')).toBe(403);
    expect(await statusOf(api.key ?? '', 50_000_001)).toBe(413);
  });

  it('A dataset above the limit is rejected before its rows are read, also with an Idempotency-Key', async () => {
    const { key, organization_id } = await bootstrap({ plan: 'sandbox' });
    const caller = sharedClient(key);
    await queryDatabase('sandbox', 'UPDATE organizations SET is_verified = false WHERE id = $1', [organization_id]);
    for (let count = 0; count < 2; count++) await uploaded(lettersCsv, csv, {}, caller);
    const limit = { status: 409, body: { error: 'dataset_limit_reached', meta: { dataset_limit: 2 } } };
    // Reading the rows would find the problem of the file first.
    expect(await send('a,a\n1,2\n', csv, {}, caller)).toMatchObject(limit);
    expect(await send('a,a\n1,2\n', csv, { 'idempotency-key': randomUUID() }, caller)).toMatchObject(limit);
  });

  it('Lists are paged, newest first, without columns', async () => {
    const caller = await newCaller();
    const ids: string[] = [];
    for (let count = 0; count < 2; count++) ids.unshift((await uploaded(lettersCsv, csv, {}, caller)).id);
    const first = await caller.call<DatasetSummary[]>('/v1/datasets?limit=1');
    const cursor = first.body.meta['next_cursor'] as string;
    const next = await caller.call<DatasetSummary[]>(`/v1/datasets?limit=1&cursor=${cursor}`);
    expect([...first.body.data, ...next.body.data].map(({ id }) => id)).toEqual(ids);
    expect(first.body.data[0]).not.toHaveProperty('columns');
  });

  describe('the draft of a spec', () => {
    let id: string;
    beforeAll(async () => ({ id } = await uploaded(lettersCsv)));

    const draftOf = (id: string, json: object) =>
      api.call<SpecDraftRecord>(`/v1/datasets/${id}/spec`, { method: 'POST', json });

    it('An outcome is enough for a spec with reasons and questions, and answers change the spec', async () => {
      const { status, body } = await draftOf(id, { outcome: 'gave', group: 'household_id' });
      expect(status).toBe(200);
      expect(body.data.spec).toMatch(/^data: Letters$/m);
      expect(body.data.spec).toMatch(/^formula: gave ~ match$/m);
      expect(body.data.spec).toMatch(/^# Not in the formula: age \(15 events allow one coefficient/m);
      expect(body.data.questions).toEqual([
        { part: 'parameters', question: 'Which columns should a scenario be able to change?', default: 'match' },
        expect.objectContaining({ part: 'randomized', default: '-' }),
      ]);
      const answers = { parameters: ['match'], randomized: ['match'], title: 'Letters' };
      const answered = (await draftOf(id, { outcome: 'gave', group: null, ...answers })).body.data;
      expect(answered.questions).toEqual([]);
      expect(answered.spec).toMatch(/^title: Letters$/m);
      expect(answered.spec).toMatch(/^ {2}match: \{ randomized: true/m);
      expect(answered.spec).not.toMatch(/^group:/m);
      const imputed = { outcome: 'gave', group: null, parameters: ['age'], missing: 'impute' };
      expect((await draftOf(id, imputed)).body.data.spec).toMatch(/^missing: impute/m);
    });

    itInFullLevel('A draft also accepts the older name of the parameters, but not both names', async () => {
      const request = { outcome: 'gave', group: null, missing: 'impute', title: 'Letters' };
      const parameters = ['match'];
      const [current, older, both] = [{ parameters }, { levers: parameters }, { parameters, levers: parameters }];
      const answered = (await draftOf(id, { ...request, ...current })).body.data;
      expect((await draftOf(id, { ...request, ...older })).body.data).toEqual(answered);
      expect(issuesOf(await draftOf(id, { ...request, ...both }))).toMatchObject([{ path: 'levers' }]);
    });

    it('A column that the dataset lacks is the error invalid_spec, with the field and a suggestion', async () => {
      const response = await draftOf(id, { outcome: 'gav' });
      expect(response).toMatchObject({ status: 400, body: { error: 'invalid_spec' } });
      expect(issuesOf(response)).toEqual([
        { path: 'outcome', message: 'the data have no column "gav"; did you mean "gave"?' },
      ]);
      expect(await draftOf(`ds_${'0'.repeat(32)}`, { outcome: 'gave' })).toMatchObject({
        status: 404,
        body: { error: 'dataset_not_found' },
      });
    });
  });

  it('A deleted dataset disappears with its rows, and both changes are in the audit log', async () => {
    const caller = await newCaller();
    const { id } = await uploaded(lettersCsv, csv, {}, caller);
    const remove = () => caller.call(`/v1/datasets/${id}`, { method: 'DELETE' });
    expect(await remove()).toMatchObject({ status: 200, body: { data: { id, deleted: true } } });
    expect(await remove()).toMatchObject({ status: 404, body: { error: 'dataset_not_found' } });
    expect(await caller.call(`/v1/datasets/${id}`)).toMatchObject({ status: 404 });
    expect(await queryDatabase('sandbox', 'SELECT id FROM datasets WHERE id = $1', [id])).toEqual([]);
    const events = await queryDatabase('sandbox', 'SELECT action FROM audit_entries WHERE subject = $1 ORDER BY id', [
      id,
    ]);
    expect(events).toEqual([{ action: 'dataset.created' }, { action: 'dataset.deleted' }]);
  });
});
