import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
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
const probeTimeoutMs = 200;
const minProbes = 20;
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
    expect((await send(parquetFile({ name: column, rows: 40, groups: [[page]] }), parquet)).status).toBe(201);
  });
  afterAll(() => service.stop());

  const send = (raw: string | Uint8Array<ArrayBuffer>, type: string) =>
    api.call<Population>(`/v1/populations?workflow_id=${workflowId}`, {
      method: 'POST',
      raw,
      headers: { 'content-type': type },
    });

  /** Answers of the API to other requests until `work` and enough probes have ended. */
  async function probing<Result>(work: Promise<Result>): Promise<{ result: Result; answered: number }> {
    let answered = 0;
    let isRunning = true;
    const ended = work.finally(() => (isRunning = false));
    const probe = async () => {
      const response = await fetch(`${service.url}/livez`, { signal: AbortSignal.timeout(probeTimeoutMs) });
      await response.arrayBuffer();
      answered += 1;
    };
    for (let count = 0; isRunning || count < minProbes; count++) {
      await probe().catch(() => undefined);
      await sleep(probeIntervalMs);
    }
    return { result: await ended, answered };
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
      const { result, answered } = await probing(send(file, parquet));
      expect(result).toMatchObject({ status: 400, body: { error: 'invalid_population' } });
      expect(result.text).toMatch(message);
      expect(peakBytes() - before).toBeLessThan(maxRiseBytes);
      expect(answered).toBeGreaterThanOrEqual(minProbes);
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

  it('A long name that is shortened inside a character is stored without the half', async () => {
    const name = `${'a'.repeat(59)}😀 and more`;
    const { status, body } = await send(named(name), ndjson);
    expect([status, body.data.ignored_columns]).toEqual([201, ['a'.repeat(59)]]);
  });
});
