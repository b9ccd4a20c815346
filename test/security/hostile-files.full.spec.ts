import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { DatasetRecord } from '../../src/datasets/dataset.record.js';
import { ApiClient } from '../support/api-client.js';
import { ApiProcess } from '../support/api-process.js';
import {
  claimingFile,
  numbersPage,
  pageOfZeros,
  parquetFile,
  type Page,
} from '../../src/common/table-files/testing/hostile-parquet.js';
import { noEmbeddings } from '../support/no-embeddings.js';
import { bootstrap } from '../support/shared-service.js';
import { workflowId } from '../support/simulations.js';

const MiB = 1024 * 1024;
const maxRiseBytes = 64 * MiB;
const probeIntervalMs = 20;
const minProbes = 20;
const maxWaitMs = 200;
const isLinux = process.platform === 'linux';

const parquet = 'application/vnd.apache.parquet';
const ndjson = 'application/x-ndjson';
const column = 'train_time';
const times = Array.from({ length: 40 }, (_, row) => row + 60);
const page = numbersPage(times);
const groupsThatShare = (count: number) =>
  parquetFile({ name: column, rows: 40, groups: [[page], ...Array<number>(count - 1).fill(0)] });
const named = (name: string) => times.map((time) => `{"train_time":${time},"${name}":1}`).join('\n');

interface Population {
  ignored_columns: string[];
}

describe('files that try to stop the API', () => {
  let service: ApiProcess;
  let api: ApiClient;
  beforeAll(async () => {
    service = await ApiProcess.start({ ...noEmbeddings });
    api = new ApiClient(service.url, (await bootstrap()).key);
    // Reads the largest file once: the memory of the first request stays in use.
    await send(' '.repeat(19_000_000), ndjson);
    await upload(' '.repeat(45_000_000), ndjson);
    expect((await send(parquetFile({ name: column, rows: 40, groups: [[page]] }), parquet)).status).toBe(201);
  });
  afterAll(() => service.stop());

  const send = (raw: string | Uint8Array<ArrayBuffer>, type: string) =>
    api.call<Population>(`/v1/populations?workflow_id=${workflowId}`, {
      method: 'POST',
      raw,
      headers: { 'content-type': type },
    });

  /** Processor time of the thread that runs the event loop of the API. Only Linux reports it: elsewhere, the time of a clock. */
  const eventLoopMs = () =>
    isLinux
      ? Number(readFileSync(`/proc/${service.pid}/task/${service.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
      : performance.now();

  /**
   * Sends other requests until `work` and enough of them have ended. `waitMs` is the longest time for which the API kept one waiting: in
   * processor time, because a busy machine makes every answer late.
   */
  async function probing<Result>(work: Promise<Result>): Promise<{ result: Result; waitMs: number }> {
    let waitMs = 0;
    let isRunning = true;
    const ended = work.finally(() => (isRunning = false));
    for (let count = 0; isRunning || count < minProbes; count++) {
      const startMs = eventLoopMs();
      await (await fetch(`${service.url}/livez`)).arrayBuffer();
      waitMs = Math.max(waitMs, eventLoopMs() - startMs);
      await sleep(probeIntervalMs);
    }
    return { result: await ended, waitMs };
  }

  /** Maximum memory of the process since the last call of `resetPeak`. Only Linux reports it. */
  const peakBytes = () =>
    isLinux ? Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))![1]) * 1024 : 0;
  const resetPeak = () => isLinux && writeFileSync(`/proc/${service.pid}/clear_refs`, '5');

  it.each<[string, Uint8Array<ArrayBuffer>, RegExp]>([
    ['113 bytes that state 250,000,000 values', claimingFile(250_000_000, column), /more values than rows/],
    ['113 bytes that state 2^31 - 1 values', claimingFile(2 ** 31 - 1, column), /more values than rows/],
    [
      'a page that decompresses to 32 MB of zeros',
      parquetFile({ name: column, codec: 'GZIP', rows: 40, groups: [[pageOfZeros(40, 32 * MiB)]] }),
      /cannot be read/,
    ],
    [
      'pages that decompress to 4 GB of zeros',
      parquetFile({
        name: column,
        codec: 'GZIP',
        rows: 128,
        groups: [Array<Page>(128).fill({ ...pageOfZeros(1, 32 * MiB), bytes: 32 * MiB })],
      }),
      /more than 268435456 bytes/,
    ],
    ['100,000 row groups', groupsThatShare(100_000), /100000 row groups/],
    [
      'row groups that share pages',
      parquetFile({ name: column, rows: 80, groups: [[page], 0], groupRows: [40, 40] }),
      /share pages/,
    ],
  ])(
    'A file with %s is rejected, and the API needs little memory and answers others meanwhile',
    async (_, file, message) => {
      resetPeak();
      const before = peakBytes();
      const { result, waitMs } = await probing(send(file, parquet));
      expect(result).toMatchObject({ status: 400, body: { error: 'invalid_population' } });
      expect(result.text).toMatch(message);
      expect(peakBytes() - before).toBeLessThan(maxRiseBytes);
      expect(waitMs).toBeLessThan(maxWaitMs);
    },
  );

  it.each([
    ['NDJSON', 'an escaped U+0000', named('a\\u0000b'), ndjson],
    ['NDJSON', 'an escaped control character', named('a\\u001fb'), ndjson],
    ['NDJSON', 'an escaped half of a character', named('a\\ud800b'), ndjson],
    ['CSV', 'a control character', `train_time,a\u0007b\n${times.map((time) => `${time},1`).join('\n')}`, 'text/csv'],
    ['Parquet', 'U+0000', claimingFile(40, 'train\0time'), parquet],
  ])('A %s file with %s in the name of a column is rejected', async (_format, _name, file, type) => {
    const { status, text } = await send(file, type);
    expect([status, text]).toEqual([400, expect.stringMatching(/control character in the name of column/)]);
  });

  const upload = (raw: string | Uint8Array<ArrayBuffer>, type = 'text/csv', headers: Record<string, string> = {}) =>
    api.call<DatasetRecord>('/v1/datasets', { method: 'POST', raw, headers: { 'content-type': type, ...headers } });
  const bomb = (fill: string, megabytes: number, start = 'a\n') =>
    new Uint8Array(gzipSync(Buffer.concat([Buffer.from(start), Buffer.alloc(megabytes * MiB, fill)])));
  const wide = (columns: number) => Array.from({ length: columns }, (_, k) => `c${k}`).join();
  const zip = { 'content-encoding': 'gzip' };
  it.each<[string, string | Uint8Array<ArrayBuffer>, string, Record<string, string>, number, RegExp]>([
    ['one line of 45 MB', bomb('a', 45), 'text/csv', zip, 400, /more than 200000 characters: check the line breaks/],
    [
      'an open quote before 45 MB',
      bomb('a', 45, 'a\n"'),
      'text/csv',
      zip,
      400,
      /line 2: a row has more than 200000 characters/,
    ],
    [
      'one NDJSON object of 45 MB',
      bomb('{', 45),
      ndjson,
      zip,
      400,
      /one JSON object per line, with at most 200000 bytes/,
    ],
    [
      '1 GB of text in 1 MB',
      bomb('a\n', 1_024),
      'text/csv',
      zip,
      413,
      /larger than 50,000,000 bytes.*Send a random sample/,
    ],
    [
      '10,000 columns',
      `${wide(10_000)}\n`,
      'text/csv',
      {},
      400,
      /has 10,000 columns, but can have at most 1,000: remove/,
    ],
    ['100,000 columns', `${wide(100_000)}\n`, 'text/csv', {}, 400, /more than 200000 characters: .*remove columns/],
    ['2,000,000 rows', `a\n${'1\n'.repeat(2_000_000)}`, 'text/csv', {}, 400, /more than 1,000,000 rows: send a random/],
    [
      '26,000,000 empty cells',
      `${wide(1_000)}\n${`${','.repeat(999)}\n`.repeat(26_000)}`,
      'text/csv',
      {},
      400,
      /25,000,000 values/,
    ],
    ['U+0000 in a value', 'a,b\n1,\0\n', 'text/csv', {}, 400, /contains the character U\+0000/],
    [
      'U+0000 in a JSON value',
      '{"a":"\\u0000"}',
      ndjson,
      {},
      400,
      /line 1: the column \\"a\\" has a value with the character U\+0000/,
    ],
    [
      'a control character in a name',
      'a\u0007,b\n1,2\n',
      'text/csv',
      {},
      400,
      /control character in the name of column 1/,
    ],
    [
      'Parquet pages that decompress to 4 GB',
      parquetFile({
        codec: 'GZIP',
        rows: 128,
        groups: [Array<Page>(128).fill({ ...pageOfZeros(1, 32 * MiB), bytes: 32 * MiB })],
      }),
      parquet,
      {},
      400,
      /more than 268435456 bytes/,
    ],
    [
      'a Parquet page that states 2^31 - 1 values',
      claimingFile(2 ** 31 - 1),
      parquet,
      {},
      400,
      /more values than rows/,
    ],
    [
      'a Parquet file that states 2^53 rows',
      parquetFile({ rows: 2 ** 53, groups: [[]] }),
      parquet,
      {},
      400,
      /more than 1000000 rows/,
    ],
  ])(
    'A dataset with %s is rejected with the fix, and the API needs little memory and answers others meanwhile',
    async (_, file, type, headers, status, message) => {
      resetPeak();
      const before = peakBytes();
      const { result, waitMs } = await probing(upload(file, type, headers));
      expect([result.status, result.text]).toEqual([status, expect.stringMatching(message)]);
      expect(peakBytes() - before).toBeLessThan(maxRiseBytes);
      expect(waitMs).toBeLessThan(maxWaitMs);
    },
  );

  it('A dataset of 1 GB in one line without a stated length is rejected with 413 after 50 MB', async () => {
    const block = Buffer.alloc(MiB, 'a');
    resetPeak();
    const before = peakBytes();
    const { status, text } = await new Promise<{ status?: number; text: string }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${api.key ?? ''}`, 'content-type': 'text/csv' };
      const upload = request(`${service.url}/v1/datasets`, { method: 'POST', headers });
      let isAnswered = false;
      upload.on('error', reject).on('response', (response) => {
        isAnswered = true;
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => {
          resolve({ ...(response.statusCode !== undefined && { status: response.statusCode }), text });
          upload.destroy();
        });
      });
      const write = (left: number) => {
        if (isAnswered) return;
        if (left === 0) upload.end();
        else upload.write(block, () => write(left - 1));
      };
      write(1_024);
    });
    expect([status, text]).toEqual([413, expect.stringMatching(/"limit_bytes":50000000/)]);
    expect(peakBytes() - before).toBeLessThan(maxRiseBytes);
  });

  it('Formulas are texts, and names of object properties are names of columns', async () => {
    const names = ['__proto__', 'constructor', 'hasOwnProperty', '=1+1'];
    const values = ['=cmd|calc', '+1+1', '@SUM(A1)', '-2+3'];
    const { status, body } = await upload(`${names.join()}\n${`${values.join()}\n`.repeat(3)}`);
    expect(status).toBe(201);
    const columns = body.data.columns.map(({ name, type, examples }) => [name, type, examples]);
    expect(columns).toEqual(names.map((name, k) => [name, 'constant', [{ value: values[k], count: 3 }]]));
    const read = await api.call<DatasetRecord>(`/v1/datasets/${body.data.id}`);
    expect(read.body.data.columns).toEqual(body.data.columns);
  });

  it('A long name that is shortened inside a character is stored without the half', async () => {
    const name = `${'a'.repeat(59)}😀 and more`;
    const { status, body } = await send(named(name), ndjson);
    expect([status, body.data.ignored_columns]).toEqual([201, ['a'.repeat(59)]]);
  });
});
