import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate, pendingMigrations } from '../../src/platform/database/migrate.js';
import { freePort } from '../../embedded/free-port.js';
import { startPostgres, type PostgresServer } from '../../embedded/postgres/server.js';
import { silentServer } from '../../embedded/testing/silent-server.js';
import { temporaryFolders } from '../../embedded/testing/temporary-folder.js';
import { itInFullLevel } from '../support/full-level.js';

// Not next to migrate.ts, because the test needs a real Postgres and src/ must not import the embedded servers.
describe('migrate', () => {
  const temporaryFolder = temporaryFolders(afterAll);
  let postgres: PostgresServer;
  let url: string;
  let db: pg.Client;
  let folder: string;

  beforeAll(async () => {
    postgres = await startPostgres(temporaryFolder(), () => undefined);
  });
  afterAll(() => postgres.stop());

  let databases = 0;
  beforeEach(async () => {
    const name = `migrate_${++databases}`;
    await query(postgres.sandboxDatabaseOwnerUrl, `CREATE DATABASE ${name}`);
    url = postgres.sandboxDatabaseOwnerUrl.replace(/sandbox$/, name);
    folder = mkdtempSync(join(temporaryFolder(), 'migrations-'));
    writeFileSync(join(folder, 'migration_lock.toml'), 'provider = "postgresql"\n');
    db = new pg.Client(url);
    await db.connect();
  });
  afterEach(() => db.end());

  const write = (name: string, sql: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'migration.sql'), sql);
  };
  const recorded = async () =>
    (await db.query<{ name: string }>('SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1')).rows.map(
      ({ name }) => name,
    );

  it('Pending migrations are applied once, in the order of their names', async () => {
    write('2_more', 'ALTER TABLE a ADD COLUMN n int; INSERT INTO a (n) VALUES (7);');
    write('1_first', 'CREATE TABLE a ();');
    expect(await pendingMigrations(url, folder)).toEqual(['1_first', '2_more']);
    expect(await migrate(url, folder)).toEqual(['1_first', '2_more']);
    expect(await migrate(url, folder)).toEqual([]);
    write('3_last', 'UPDATE a SET n = n + 1;');
    expect(await pendingMigrations(db, folder)).toEqual(['3_last']);
    expect(await migrate(url, folder)).toEqual(['3_last']);
    expect((await db.query('SELECT n FROM a')).rows).toEqual([{ n: 8 }]);
    expect(await pendingMigrations(db, folder)).toEqual([]);
  });

  it('Five concurrent runs apply each migration once', async () => {
    write('1_first', 'CREATE TABLE a (n int); SELECT pg_sleep(0.1);');
    write('2_more', 'INSERT INTO a VALUES (1);');
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url, folder)));
    expect(applied.flat()).toEqual(['1_first', '2_more']);
    expect((await db.query('SELECT n FROM a')).rows).toEqual([{ n: 1 }]);
  });

  it('A failed migration is named and rolled back with those before it, and all are applied after it is fixed', async () => {
    write('1_first', 'CREATE TABLE a ();');
    write('2_wrong', 'CREATE TABLE b (); SELECT nonsense;');
    write('3_never', 'CREATE TABLE c ();');
    await expect(migrate(url, folder, 'LIVE_DATABASE_URL')).rejects.toThrow(
      /^LIVE_DATABASE_URL: migration 2_wrong failed, nothing was changed: column "nonsense" does not exist$/,
    );
    expect(await recorded()).toEqual([]);
    write('2_wrong', 'CREATE TABLE b ();');
    expect(await migrate(url, folder)).toEqual(['1_first', '2_wrong', '3_never']);
  });

  it('A process sees all pending migrations or none, and a migration waits for tables without blocking them', async () => {
    await db.query('CREATE TABLE a (n int)');
    write('1_remove', 'ALTER TABLE a DROP COLUMN n;');
    write('2_restore', 'SELECT pg_sleep(0.2); ALTER TABLE a ADD COLUMN n int;');
    await db.query('BEGIN; INSERT INTO a VALUES (1)');
    const applied = migrate(url, folder);
    // Longer than the migration waits for the table at a time.
    await sleep(800);
    await db.query('INSERT INTO a VALUES (2); COMMIT');
    for (let isOver = false; !isOver;) {
      isOver = await Promise.race([applied.then(() => true), sleep(20).then(() => false)]);
      await db.query('SELECT n FROM a');
    }
    expect(await applied).toEqual(['1_remove', '2_restore']);
  });

  it('An interrupted migration is rolled back and applied by the next run', async () => {
    write('1_slow', 'CREATE TABLE a (); SELECT pg_sleep(60);');
    const cutOff = expect(migrate(url, folder)).rejects.toThrow(/1_slow failed, nothing was changed/);
    while ((await sleepers()) === 0);
    await db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND pid <> pg_backend_pid()`,
    );
    await cutOff;
    write('1_slow', 'CREATE TABLE a ();');
    expect(await migrate(url, folder)).toEqual(['1_slow']);
  });
  const sleepers = async () => (await db.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'`)).rowCount;

  it('A migration that was edited after it was applied is rejected', async () => {
    write('1_first', 'CREATE TABLE a ();');
    await migrate(url, folder);
    write('1_first', 'CREATE TABLE a (n int);');
    await expect(migrate(url, folder)).rejects.toThrow(/migration 1_first was edited after it was applied; restore/);
  });

  it('A statement that cannot run in a transaction is applied', async () => {
    write('1_first', 'CREATE TABLE a (n int);');
    write('2_index', 'CREATE INDEX CONCURRENTLY a_n ON a (n);');
    expect(await migrate(url, folder)).toEqual(['1_first', '2_index']);
    expect((await db.query(`SELECT 1 FROM pg_indexes WHERE indexname = 'a_n'`)).rowCount).toBe(1);
    expect(await pendingMigrations(url, folder)).toEqual([]);
  });

  it('A failed statement outside of a transaction stops the next run, which describes the fix', async () => {
    write('1_first', 'CREATE TABLE a (n int); INSERT INTO a VALUES (1), (1);');
    write('2_index', 'CREATE UNIQUE INDEX CONCURRENTLY a_n ON a (n);');
    await expect(migrate(url, folder)).rejects.toThrow(/2_index failed, it may be half done: could not create unique/);
    await expect(migrate(url, folder)).rejects.toThrow(
      /2_index failed half-way earlier; .*migrate resolve --rolled-back 2_index/,
    );
    expect(await pendingMigrations(db, folder)).toEqual(['2_index']);
    await db.query('DROP INDEX a_n; DELETE FROM a');
    await db.query(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '2_index'`);
    expect(await migrate(url, folder)).toEqual(['2_index']);
  });

  it('An unreachable or rejecting database is reported with its setting', async () => {
    const setting = 'SANDBOX_DATABASE_URL';
    const port = await freePort();
    await expect(migrate(`postgresql://a:b@127.0.0.1:${port}/c`, folder, setting)).rejects.toThrow(
      /^SANDBOX_DATABASE_URL: cannot reach .* \(ECONNREFUSED\)/,
    );
    await expect(migrate(url.replace(/:[^:@]*@/, ':wrong@'), folder, setting)).rejects.toThrow(
      /^SANDBOX_DATABASE_URL: .* refuses \(password authentication failed/,
    );
  });

  itInFullLevel('An unresponsive database is reported with its setting', async () => {
    const silent = await silentServer();
    const { port } = silent;
    await expect(migrate(`postgresql://a:b@127.0.0.1:${port}/c`, folder, 'SANDBOX_DATABASE_URL')).rejects.toThrow(
      new RegExp(`^SANDBOX_DATABASE_URL: no answer from 127.0.0.1:${port} within 10 s; .*$`),
    );
    await silent.close();
  });
});

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql);
  await client.end();
}
