import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import pg from 'pg';
import { ConfigError } from '../../config/env.js';
import { applyWhenFree, lockNotAvailable, type Applying, type Migration } from './apply-migrations.js';
import { prepareApplicationRole } from './application-role.js';
import { connect } from './connect.js';
import { rollBack, type Queryable } from './sql.js';
import { requireOwnSessions } from './session-settings.js';
import { existsSync } from 'node:fs';

/** The folders of `prisma/migrations`, in the order in which they are applied. */
async function migrationNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

async function readMigrations(folder: string): Promise<Migration[]> {
  return Promise.all(
    (await migrationNames(folder)).map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** The advisory lock of Prisma's `migrate deploy`, so that the two never run concurrently. */
const prismaLockId = 72_707_369;
const lockTimeoutMs = 60_000;

interface Recorded {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

/**
 * Applies the pending migrations of `prisma/migrations` in order and returns their names. Writes the same table as Prisma, so that
 * the Prisma CLI can be used too, but does not need it. If several processes start concurrently, only one applies migrations.
 * @param url connects as the owner of the tables
 * @param setting names the database in errors
 * @param applicationUrl connects as the role of the application. If it is another role, it gets its privileges
 */
export async function migrate(
  url: string,
  folder: string,
  setting = 'the database URL',
  applicationUrl = url,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const db = await connect(url, setting);
  try {
    await requireOwnSessions(db, url, setting);
    await takeLock(db, setting);
    await db.query(createTable);
    const missing = unapplied(migrations, await recordedMigrations(db), setting);
    const hasOwnRole = new URL(url).username !== new URL(applicationUrl).username;
    const grant = async () => (hasOwnRole ? prepareApplicationRole(db, applicationUrl, setting) : undefined);
    for (let applied = 0; applied < missing.length;) {
      applied += await applyWhenFree(db, missing.slice(applied), { setting, grant });
    }
    await grantAlone(db, grant);
    return missing.map(({ name }) => name);
  } finally {
    await db.end();
  }
}

/** Also without migrations: the role can be new. */
async function grantAlone(db: pg.Client, grant: Applying['grant']): Promise<void> {
  await db.query('BEGIN');
  try {
    await grant();
    await db.query('COMMIT');
  } catch (error) {
    await rollBack(db);
    throw error;
  }
}

/** Like {@link pendingMigrations}, but throws {@link ConfigError} if an applied migration was edited or has failed. */
export async function checkedMigrations(db: Queryable, folder: string, setting: string): Promise<string[]> {
  return unapplied(await readMigrations(folder), await recordedMigrations(db), setting).map(({ name }) => name);
}

/** Returns the names of migrations that are not applied. Empty if the database fits this build. */
export async function pendingMigrations(database: string | Queryable, folder: string): Promise<string[]> {
  const names = await migrationNames(folder);
  if (typeof database !== 'string') return missingIn(database, names);
  const db = await connect(database, 'the database URL');
  try {
    return await missingIn(db, names);
  } finally {
    await db.end();
  }
}

async function missingIn(db: Queryable, names: string[]): Promise<string[]> {
  const finished = new Set(
    (await recordedMigrations(db)).filter((row) => row.finished_at).map((row) => row.migration_name),
  );
  return names.filter((name) => !finished.has(name));
}

async function recordedMigrations(db: Queryable): Promise<Recorded[]> {
  const exists = await db.query(`SELECT 1 FROM pg_class WHERE oid = to_regclass('_prisma_migrations')`);
  if (exists.rows.length === 0) return [];
  const select = 'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL';
  return (await db.query(select)).rows as Recorded[];
}

/** The lock belongs to the database session, so that a killed process releases it. */
async function takeLock(db: pg.Client, setting: string): Promise<void> {
  try {
    await db.query(`SET lock_timeout = ${lockTimeoutMs}`);
    await db.query('SELECT pg_advisory_lock($1)', [prismaLockId]);
    await db.query('RESET lock_timeout');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== lockNotAvailable) throw error;
    const waited = `${lockTimeoutMs / 1000} s`;
    throw new ConfigError([
      `${setting}: another migration has held this database for ${waited}; wait for it or stop it`,
    ]);
  }
}

function unapplied(migrations: Migration[], recorded: Recorded[], setting: string): Migration[] {
  const failed = recorded.find((row) => row.finished_at === null);
  if (failed) {
    const name = failed.migration_name;
    const command = `npx prisma@7.10.0 migrate resolve --rolled-back ${name} (or --applied, if it is whole)`;
    throw new ConfigError([
      `${setting}: migration ${name} failed half-way earlier; undo what it did, then: ${command}`,
    ]);
  }
  const checksums = new Map(recorded.map((row) => [row.migration_name, row.checksum]));
  const edited = migrations.find(({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum);
  if (edited) {
    const advice = 'restore the file and put the change in a new migration';
    throw new ConfigError([`${setting}: migration ${edited.name} was edited after it was applied; ${advice}`]);
  }
  return migrations.filter(({ name }) => !checksums.has(name));
}

const createTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

/** The folder `prisma/migrations`, in the first parent folder of this file that contains it. */
export const migrationsFolder = find(import.meta.dirname);

function find(start: string): string {
  const folder = join(start, 'prisma/migrations');
  if (existsSync(folder)) return folder;
  const parent = dirname(start);
  if (parent === start) throw new Error('no parent folder of the program contains prisma/migrations');
  return find(parent);
}
