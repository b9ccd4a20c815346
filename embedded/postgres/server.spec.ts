import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { temporaryFolders } from '../testing/temporary-folder.js';
import { startPostgres, type PostgresServer } from './server.js';

describe('the private Postgres', () => {
  const temporaryFolder = temporaryFolders(afterAll);
  const started: PostgresServer[] = [];
  const told: string[] = [];
  let folder: string;

  const start = async () => {
    const server = await startPostgres(folder, (line) => told.push(line));
    started.push(server);
    return server;
  };
  const fresh = () => join(temporaryFolder(), 'postgres');
  const shared = fresh();
  const pidOf = () => Number(readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);

  beforeEach(() => {
    folder = shared;
    told.length = 0;
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((server) => server.stop()));
  });

  it('holds two databases in UTC and UTF-8, and lets in nobody without the password', async () => {
    const server = await start();
    const settings = `SELECT current_database() AS name, current_setting('TimeZone') AS zone, getdatabaseencoding() AS encoding,
      current_setting('fsync') AS fsync, current_setting('listen_addresses') AS addresses, datlocale AS locale
      FROM pg_database WHERE datname = current_database()`;
    const same = { zone: 'UTC', encoding: 'UTF8', fsync: 'on', addresses: '127.0.0.1', locale: 'C.UTF-8' };
    expect(await query(server.sandboxDatabaseUrl, settings)).toEqual([{ name: 'sandbox', ...same }]);
    expect(await query(server.liveDatabaseUrl, settings)).toEqual([{ name: 'live', ...same }]);
    await expect(query(server.liveDatabaseUrl.replace(/:[^:@]*@/, ':wrong@'), settings)).rejects.toThrow(
      /authentication failed/,
    );
  });

  it('keeps its data, password and databases over a restart', async () => {
    const first = await start();
    await query(first.liveDatabaseUrl, 'DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT 1 AS n');
    await first.stop();
    const second = await start();
    expect(await query(second.liveDatabaseUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
    expect(told).toEqual([]);
  });

  it('left running by a launcher that was killed is stopped, and what was committed is there', async () => {
    const first = await start();
    await query(first.liveDatabaseUrl, 'DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT 1 AS n');
    const leftover = pidOf();
    const second = await start();
    expect(told).toEqual([expect.stringContaining(`(pid ${leftover})`)]);
    await expect(first.failed).rejects.toThrow(/^Postgres ended unexpectedly/);
    expect(await query(second.liveDatabaseUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
  });

  it('killed itself, is reported in one line, and recovers at the next start', async () => {
    const first = await start();
    await query(first.liveDatabaseUrl, 'DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT 1 AS n');
    process.kill(pidOf(), 'SIGKILL');
    await expect(first.failed).rejects.toThrow(/^Postgres ended unexpectedly \(SIGKILL\); see [^\n]*server\.log$/);
    const second = await start();
    expect(await query(second.liveDatabaseUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
  });

  it('starts, and harms nobody, when the pid in its old file now belongs to another process', async () => {
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

  it('begins again where an earlier creation of its data was cut off', async () => {
    folder = fresh();
    mkdirSync(join(folder, 'cluster.unfinished'), { recursive: true });
    writeFileSync(join(folder, 'cluster.unfinished', 'PG_VERSION'), '18');
    await start();
    expect(readdirSync(folder).sort()).toEqual(['cluster', 'password', 'server.log']);
  });

  it('whose password was lost says so in one line, and touches nothing', async () => {
    folder = fresh();
    await (await start()).stop();
    rmSync(join(folder, 'password'));
    await expect(start()).rejects.toThrow(/^Postgres: [^\n]*password is gone; restore it, or remove [^\n]*$/);
    expect(existsSync(join(folder, 'cluster', 'PG_VERSION'))).toBe(true);
  });

  it('that cannot start says why in one line', async () => {
    folder = fresh();
    await (await start()).stop();
    writeFileSync(join(folder, 'cluster', 'postgresql.conf'), 'max_connections = many\n');
    await expect(start()).rejects.toThrow(/^Postgres did not start: [^\n]*FATAL[^\n]*\(see [^\n]*server\.log\)$/);
  });

  it('runs beside another in another folder', async () => {
    const first = await start();
    folder = fresh();
    const second = await start();
    expect(new URL(first.liveDatabaseUrl).port).not.toBe(new URL(second.liveDatabaseUrl).port);
    await Promise.all([first, second].map((server) => query(server.liveDatabaseUrl, 'SELECT 1')));
  });
});

/** A process of another user is no hindrance to Postgres; one of the same user is the harder case. */
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
