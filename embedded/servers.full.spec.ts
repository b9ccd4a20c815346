import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { ConfigError } from '../src/config/env.js';
import { startMark } from './process-identity.js';
import { startServers, type Servers, type ServersOptions } from './servers.js';
import { silentServer } from './testing/silent-server.js';
import { temporaryFolders } from './testing/temporary-folder.js';

describe('the servers', () => {
  const temporaryFolder = temporaryFolders(afterAll);
  const started: Servers[] = [];
  let dataDir: string;

  const start = async (external: ServersOptions['external'] = {}) => {
    const servers = await startServers({ dataDir, external, log: () => undefined });
    started.push(servers);
    return servers;
  };
  beforeEach(() => (dataDir = temporaryFolder()));
  afterEach(async () => {
    await Promise.all(started.splice(0).map((servers) => servers.stop()));
  });

  it('Both databases and Redis keep their data after a restart', async () => {
    const first = await start();
    await writeTo(first, 'kept');
    await first.stop();
    expect(await readFrom(await start())).toEqual(['kept', 'kept', 'kept']);
  });

  it('Servers of two data folders run concurrently and share no data', async () => {
    const first = await start();
    dataDir = temporaryFolder();
    const second = await start();
    await writeTo(first, 'first');
    await writeTo(second, 'second');
    expect(await readFrom(first)).toEqual(['first', 'first', 'first']);
  });

  it('External servers are used if their URLs are set, and are not stopped', async () => {
    const own = await start();
    dataDir = temporaryFolder();
    const { sandboxDatabaseUrl, liveDatabaseUrl, redisUrl } = own;
    const servers = await start({ sandboxDatabaseUrl, liveDatabaseUrl, redisUrl });
    expect(servers).toMatchObject({ sandboxDatabaseUrl, liveDatabaseUrl, redisUrl });
    expect(servers.description.redis).toBe(`Redis at ${new URL(redisUrl).host}`);
    await servers.stop();
    await writeTo(own, 'still running');
  });

  it('The end of one server is reported in one line', async () => {
    const servers = await start();
    process.kill(Number(readFileSync(join(dataDir, 'redis', 'server.pid'), 'utf8').split(' ')[0]), 'SIGKILL');
    await expect(servers.failed).rejects.toThrow(/^Redis[^\n]* ended unexpectedly/);
  });

  it('An unavailable or unresponsive Redis is reported with its setting, and all servers are stopped', async () => {
    const silent = await silentServer();
    const { port } = silent;
    const redisUrl = `redis://127.0.0.1:${port}`;
    await expect(start({ redisUrl })).rejects.toThrow(
      new RegExp(`^REDIS_URL: cannot use 127.0.0.1:${port} \\([^\\n]*$`),
    );
    await silent.close();
    await expect(start({ redisUrl })).rejects.toThrow(/^REDIS_URL: cannot use .* \(connect ECONNREFUSED [^\n]*$/);
    expect(existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false);
  });

  it('A data folder without write permission is rejected in one line', async () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    dataDir = join(file, 'data');
    await expect(start()).rejects.toThrow(ConfigError);
    await expect(start()).rejects.toThrow(
      /^SVC_DATA_DIR: cannot write to [^\n]* \(ENOTDIR\); choose another folder[^\n]*$/,
    );
  });

  (process.platform === 'linux' ? it : it.skip)(
    'A data folder that cannot be created is rejected in one line',
    async () => {
      dataDir = '/proc/x/data';
      await expect(start()).rejects.toThrow(/^SVC_DATA_DIR: cannot write to [^\n]* \(ENOENT\); choose another[^\n]*$/);
    },
  );

  it('Stopped servers leave no process', async () => {
    const servers = await start();
    const pid = Number(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
    const redisPid = Number(readFileSync(join(dataDir, 'redis', 'server.pid'), 'utf8').split(' ')[0]);
    expect([startMark(pid), startMark(redisPid)]).toEqual([expect.any(String), expect.any(String)]);
    await servers.stop();
    expect([startMark(pid), startMark(redisPid)]).toEqual([undefined, undefined]);
  });
});

const databasesOf = ({ sandboxDatabaseOwnerUrl, liveDatabaseOwnerUrl }: Servers) => [
  sandboxDatabaseOwnerUrl,
  liveDatabaseOwnerUrl,
];

async function writeTo(servers: Servers, text: string): Promise<void> {
  for (const url of databasesOf(servers)) await query(url, `CREATE TABLE kept AS SELECT '${text}' AS text`);
  await withRedis(servers, (redis) => redis.set('kept', text));
}

async function readFrom(servers: Servers): Promise<unknown[]> {
  const rows = await Promise.all(databasesOf(servers).map((url) => query(url, 'SELECT text FROM kept')));
  return [...rows.map(([row]) => row?.text), await withRedis(servers, (redis) => redis.get('kept'))];
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const db = new pg.Client(url);
  await db.connect();
  const { rows } = await db.query<Record<string, unknown>>(sql);
  await db.end();
  return rows;
}

async function withRedis<T>({ redisUrl }: Servers, use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(redisUrl);
  try {
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}
