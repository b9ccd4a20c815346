import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { temporaryFolders } from '../testing/temporary-folder.js';
import { startPostgres, type PostgresServer } from './server.js';

describe('the private Postgres', () => {
  const temporaryFolder = temporaryFolders(afterAll);
  const started: PostgresServer[] = [];
  const logged: string[] = [];
  let folder: string;

  const start = async () => {
    const server = await startPostgres(folder, (line) => logged.push(line));
    started.push(server);
    return server;
  };
  const fresh = () => join(temporaryFolder(), 'postgres');
  const shared = fresh();
  const pidOf = () => Number(readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);

  beforeEach(() => {
    folder = shared;
    logged.length = 0;
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((server) => server.stop()));
  });

  it('The server has two databases in UTC and UTF-8, and requires the password', async () => {
    const server = await start();
    const settings = `SELECT current_database() AS name, current_setting('TimeZone') AS zone, getdatabaseencoding() AS encoding,
      current_setting('fsync') AS fsync, current_setting('listen_addresses') AS addresses, datlocale AS locale
      FROM pg_database WHERE datname = current_database()`;
    const same = { zone: 'UTC', encoding: 'UTF8', fsync: 'on', addresses: '127.0.0.1', locale: 'C.UTF-8' };
    expect(await query(server.sandboxDatabaseOwnerUrl, settings)).toEqual([{ name: 'sandbox', ...same }]);
    expect(await query(server.liveDatabaseOwnerUrl, settings)).toEqual([{ name: 'live', ...same }]);
    await expect(query(server.liveDatabaseOwnerUrl.replace(/:[^:@]*@/, ':wrong@'), settings)).rejects.toThrow(
      /authentication failed/,
    );
  });

  it('Data, password and databases survive a restart', async () => {
    const first = await start();
    await query(first.liveDatabaseOwnerUrl, 'DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT 1 AS n');
    await first.stop();
    const second = await start();
    expect(await query(second.liveDatabaseOwnerUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
    expect(logged).toEqual([]);
  });

  it('The server of a killed launcher is stopped, and its committed data remains', async () => {
    const first = await start();
    await query(first.liveDatabaseOwnerUrl, 'DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT 1 AS n');
    const leftover = pidOf();
    const second = await start();
    expect(logged).toEqual([expect.stringContaining(`(pid ${leftover})`)]);
    await expect(first.failed).rejects.toThrow(/^Postgres ended unexpectedly/);
    expect(await query(second.liveDatabaseOwnerUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
  });

  it('A killed server is reported in one line and recovers at the next start', async () => {
    const first = await start();
    await query(first.liveDatabaseOwnerUrl, 'DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT 1 AS n');
    process.kill(pidOf(), 'SIGKILL');
    await expect(first.failed).rejects.toThrow(/^Postgres ended unexpectedly \(SIGKILL\); see [^\n]*server\.log$/);
    const second = await start();
    expect(await query(second.liveDatabaseOwnerUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
  });

  it('The server starts without harm to another process that now has its old pid', async () => {
    await (await start()).stop();
    const bystander = spawn(
      process.execPath,
      ['-e', 'setInterval(() => {}, 1000)'],
      sameUserAs(join(folder, 'cluster')),
    );
    const lines = [bystander.pid, '/proc/self/cwd', 0, 5432, '', '127.0.0.1', '', 'ready'];
    writeFileSync(join(folder, 'cluster', 'postmaster.pid'), lines.join('\n'));
    try {
      await start();
      expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
    } finally {
      bystander.kill();
    }
  });

  it('An interrupted creation of the data is repeated', async () => {
    folder = fresh();
    mkdirSync(join(folder, 'cluster.unfinished'), { recursive: true });
    writeFileSync(join(folder, 'cluster.unfinished', 'PG_VERSION'), '18');
    await start();
    expect(readdirSync(folder).sort()).toEqual([
      'cluster',
      'live.password',
      'password',
      'sandbox.password',
      'server.log',
    ]);
  });

  it('A missing password is reported in one line, and the data remains unchanged', async () => {
    folder = fresh();
    await (await start()).stop();
    rmSync(join(folder, 'password'));
    await expect(start()).rejects.toThrow(/^Postgres: [^\n]*password is missing; restore it, or remove [^\n]*$/);
    expect(existsSync(join(folder, 'cluster', 'PG_VERSION'))).toBe(true);
  });

  it('A server that cannot start is reported in one line with the reason', async () => {
    folder = fresh();
    await (await start()).stop();
    writeFileSync(join(folder, 'cluster', 'postgresql.conf'), 'max_connections = many\n');
    await expect(start()).rejects.toThrow(/^Postgres did not start: [^\n]*FATAL[^\n]*\(see [^\n]*server\.log\)$/);
  });

  it('Two servers run concurrently in different folders', async () => {
    const first = await start();
    folder = fresh();
    const second = await start();
    expect(new URL(first.liveDatabaseOwnerUrl).port).not.toBe(new URL(second.liveDatabaseOwnerUrl).port);
    await Promise.all([first, second].map((server) => query(server.liveDatabaseOwnerUrl, 'SELECT 1')));
  });
});

/** Postgres ignores processes of other users, so the test uses a process of its own user. */
function sameUserAs(path: string): { uid?: number; gid?: number; cwd: string } {
  if (process.getuid?.() !== 0) return { cwd: '/' };
  const { uid, gid } = statSync(path);
  return { uid, gid, cwd: '/' };
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const db = new pg.Client(url);
  db.on('error', () => undefined);
  await db.connect();
  try {
    return (await db.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await db.end();
  }
}
