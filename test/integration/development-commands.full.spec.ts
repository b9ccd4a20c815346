import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { freePort } from '../../embedded/free-port.js';
import { startPostgres, type PostgresServer } from '../../embedded/postgres/server.js';
import { migrate, migrationsFolder } from '../../src/platform/database/migrate.js';
import { projectFolder } from '../support/operator.js';

const folders: string[] = [];
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'development-commands-'));
  folders.push(folder);
  return folder;
}
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A copy of the sources as in a fresh clone, because other tests use the build of this folder. */
const clone = temporaryFolder();
beforeAll(() => {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const listed = execFileSync('git', list, { cwd: projectFolder, encoding: 'utf8' }).split('\0');
  for (const path of listed.filter((name) => name !== '' && existsSync(join(projectFolder, name))))
    cpSync(join(projectFolder, path), join(clone, path));
  symlinkSync(join(projectFolder, 'node_modules'), join(clone, 'node_modules'));
});

/** The environment of a developer on a machine without a network: each download through the proxy fails. */
const offline = (settings: Record<string, string> = {}): NodeJS.ProcessEnv => {
  const proxy = 'http://127.0.0.1:9';
  const { PATH } = process.env;
  return { PATH, HOME: temporaryFolder(), HTTP_PROXY: proxy, HTTPS_PROXY: proxy, https_proxy: proxy, ...settings };
};

function run(name: string, args: string[], settings?: Record<string, string>) {
  const command = join(clone, 'node_modules/.bin', name);
  const options = { cwd: clone, env: offline(settings), encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(command, args, options);
  return { status, text: stdout + stderr };
}

describe('the commands of Prisma', () => {
  let postgres: PostgresServer;
  beforeAll(async () => (postgres = await startPostgres(temporaryFolder(), () => undefined)));
  afterAll(() => postgres.stop());

  it('Migrations of the service and of `prisma migrate deploy` make equal databases and equal records', async () => {
    await migrate(postgres.sandboxDatabaseOwnerUrl, migrationsFolder);
    const deployed = run('prisma', ['migrate', 'deploy'], { LIVE_DATABASE_URL: postgres.liveDatabaseOwnerUrl });
    expect(deployed).toMatchObject({ status: 0 });
    const [ofService, ofPrisma] = await Promise.all(
      [postgres.sandboxDatabaseOwnerUrl, postgres.liveDatabaseOwnerUrl].map(contentOf),
    );
    expect(ofService!.columns.length).toBeGreaterThan(200);
    expect(ofService!.migrations.length).toBeGreaterThan(50);
    expect(ofService).toEqual(ofPrisma);
    // Each sees the database of the other as up to date.
    expect(await migrate(postgres.liveDatabaseOwnerUrl, migrationsFolder)).toEqual([]);
    const status = run('prisma', ['migrate', 'status'], { LIVE_DATABASE_URL: postgres.sandboxDatabaseOwnerUrl });
    expect(status).toMatchObject({ status: 0, text: expect.stringContaining('up to date') as string });
  });

  it('`prisma generate` and `prisma validate` need no network and no binary', () => {
    expect(run('prisma', ['generate'])).toMatchObject({ status: 0 });
    expect(run('prisma', ['validate'])).toMatchObject({ status: 0 });
  });
});

describe('the commands of Nest', () => {
  it('`nest build` compiles the service, and `nest info` lists its packages', () => {
    expect(run('nest', ['build'])).toMatchObject({ status: 0 });
    const { text } = run('nest', ['info']);
    expect(text).toContain('platform-express');
  });

  it('`nest start` starts the whole service', async () => {
    const port = String(await freePort());
    const settings = { PORT: port, SVC_DATA_DIR: temporaryFolder() };
    const command = join(clone, 'node_modules/.bin/nest');
    const nest = spawn(command, ['start'], { cwd: clone, env: offline(settings), detached: true });
    const ended = once(nest, 'exit');
    const listens = new Promise<void>((resolve) =>
      createInterface(nest.stdout).on('line', (line) => line.includes('listens on') && resolve()),
    );
    const first = await Promise.race([listens.then(() => 'listens'), ended.then(() => 'ended')]);
    expect(first).toBe('listens');
    expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
    // As Ctrl-C does: `nest start` runs the service in a shell, which passes no signal on.
    process.kill(-nest.pid!, 'SIGINT');
    await ended;
    nest.stdout.destroy();
    nest.stderr.destroy();
  });
});

/** Everything that migrations make in a database, and what they record. */
async function contentOf(url: string) {
  const db = new pg.Client(url);
  await db.connect();
  const rows = async (sql: string) => (await db.query<Record<string, unknown>>(sql)).rows;
  const content = {
    columns: await rows(
      `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY 1, 2`,
    ),
    indexes: await rows(
      `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1`,
    ),
    constraints: await rows(
      `SELECT conrelid::regclass::text AS "table", conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text <> '_prisma_migrations' ORDER BY 1, 2`,
    ),
    functions: await rows(
      `SELECT pg_get_functiondef(oid) AS definition FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1`,
    ),
    triggers: await rows(
      `SELECT pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`,
    ),
    enums: await rows(
      `SELECT enumtypid::regtype::text AS type, enumlabel FROM pg_enum ORDER BY enumtypid::regtype::text, enumsortorder`,
    ),
    migrations: await rows('SELECT migration_name, checksum FROM _prisma_migrations ORDER BY 1'),
  };
  await db.end();
  return content;
}
