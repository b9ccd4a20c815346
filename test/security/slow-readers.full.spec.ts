import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ApiClient } from '../support/api-client.js';
import { ApiProcess } from '../support/api-process.js';
import { newCaller } from '../support/shared-service.js';
import { simulate } from '../support/simulations.js';
import { waitUntil } from '../support/wait-until.js';

const maxStreams = 20;

/** A client that reads the status of a response and then nothing. */
class SilentReader {
  /** The first bytes of the response. */
  head = '';
  constructor(readonly socket: Socket) {}

  get status(): number {
    return Number(this.head.slice(9, 12));
  }

  static async open(url: string, path: string, key: string): Promise<SilentReader> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) }).on('error', () => undefined);
    const reader = new SilentReader(socket);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    const [first] = (await once(socket, 'data')) as [Buffer];
    socket.pause();
    reader.head = first.toString('latin1');
    return reader;
  }

  /** Reads the rest. Returns whether the response is complete. */
  async readAll(): Promise<boolean> {
    const { socket } = this;
    const lastChunk = '0\r\n\r\n';
    let end = '';
    return new Promise((resolve) => {
      socket.on('data', (part: Buffer) => {
        end = (end + part.toString('latin1')).slice(-lastChunk.length);
        if (end === lastChunk) resolve(true);
      });
      if (socket.closed) resolve(false);
      socket.once('close', () => resolve(false)).resume();
    });
  }
}

describe('an organization that opens many downloads and reads none', () => {
  let owner: ApiClient;
  let patient: ApiProcess;
  let impatient: ApiProcess;
  let path: string;

  beforeAll(async () => {
    owner = await newCaller();
    [patient, impatient] = (await Promise.all(
      ['600000', '1000'].map((timeout) => ApiProcess.start({ SVC_STALL_TIMEOUT_MS: timeout })),
    )) as [ApiProcess, ApiProcess];
    const { id, status } = await simulate(owner, { agent_count: 3_000 });
    expect(status).toBe('completed');
    // With transcripts, 4.5 MB: larger than the buffers of the operating system.
    path = `/v1/simulations/${id}/results`;
  });
  afterAll(() => Promise.all([patient.stop(), impatient.stop()]));

  const openSeveral = ({ url }: ApiProcess, count: number) =>
    Promise.all(Array.from({ length: count }, () => SilentReader.open(url, path, owner.key ?? '')));

  it('It gets at most 20 streams at a time and 429 for the rest, and other organizations are served', async () => {
    const all = await openSeveral(patient, maxStreams + 5);
    const rejected = all.filter(({ status }) => status === 429);
    // Fewer if a busy machine rejects some with 503.
    expect(all.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([]);
    expect(all.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(maxStreams);
    expect(rejected.length).toBeGreaterThan(0);
    expect(rejected[0]?.head).toContain('"error":"response_stream_limit_reached"');
    expect(rejected[0]?.head).toContain(`"stream_limit":${maxStreams}`);
    expect(rejected[0]?.head).toContain('\r\nRetry-After: 5\r\n');
    const other = new ApiClient(patient.url, (await newCaller()).key);
    expect((await other.call('/v1/usage')).status).toBe(200);
    for (const { socket } of all) socket.destroy();
  });

  it('Its streams end after the timeout, and then it can download again', async () => {
    const all = await openSeveral(impatient, maxStreams);
    let complete: SilentReader | undefined;
    await waitUntil('a new download is accepted', async () => {
      complete = await SilentReader.open(impatient.url, `${path}?limit=10`, owner.key ?? '');
      return complete.status === 200;
    });
    expect(await complete?.readAll()).toBe(true);
    expect(await Promise.all(all.map((stream) => stream.readAll()))).toContain(false);
  });
});
