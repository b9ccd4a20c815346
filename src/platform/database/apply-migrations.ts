import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from '../../config/env.js';
import { rollBack } from './sql.js';

export interface Migration {
  name: string;
  sql: string;
  /** As Prisma computes it. */
  checksum: string;
}

export interface Applying {
  setting: string;
  /** Gives the role of the application its privileges on new tables. */
  grant: () => Promise<void>;
}

/** Processes of the service wait for the tables as long as the migration waits for them. Then it releases them, and tries again. */
const tableTimeoutMs = 500;
const maxAttempts = 60;

/** Applies and records the first migrations, as many as one transaction can have. Returns their number. */
export async function applyWhenFree(
  db: pg.Client,
  migrations: readonly Migration[],
  applying: Applying,
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyTogether(db, migrations, applying);
    } catch (error) {
      const isBusy = error instanceof ConfigError && (error.cause as { code?: string }).code === lockNotAvailable;
      if (!isBusy || attempt === maxAttempts) throw error;
      await sleep(tableTimeoutMs);
    }
  }
}

/**
 * Applies and records migrations in one transaction, so that running processes of the previous release see the schema before all of them or
 * after all of them. A failed or killed run leaves no changes, and the next one starts again. Ends before a migration that cannot run in a
 * transaction with others. Returns the number of applied migrations.
 */
async function applyTogether(db: pg.Client, migrations: readonly Migration[], applying: Applying): Promise<number> {
  const { setting, grant } = applying;
  for (const [index, migration] of migrations.entries()) {
    const startedAt = new Date();
    try {
      if (index === 0) await db.query(`BEGIN; SET LOCAL lock_timeout = ${tableTimeoutMs}`);
      await db.query('SAVEPOINT before');
      await db.query(migration.sql);
      await record(db, migration, startedAt, new Date());
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined;
      if (index > 0 && (code === refusedInTransaction || code === unsafeEnum)) {
        await db.query('ROLLBACK TO before');
        return await commit(db, grant, index);
      }
      await rollBack(db);
      if (code === refusedInTransaction) {
        await applyWithoutTransaction(db, migration, setting);
        return 1;
      }
      throw failure(migration, error, setting, 'nothing was changed');
    }
  }
  return commit(db, grant, migrations.length);
}

async function commit(db: pg.Client, grant: Applying['grant'], count: number): Promise<number> {
  await grant();
  await db.query('COMMIT');
  return count;
}

/**
 * Some statements cannot run in a transaction, such as CREATE INDEX CONCURRENTLY. A file with such a statement contains no other.
 * Like Prisma, this records the start first, so that the next start detects an interrupted migration.
 */
async function applyWithoutTransaction(db: pg.Client, migration: Migration, setting: string): Promise<void> {
  const id = await record(db, migration, new Date(), null);
  try {
    await db.query(migration.sql);
  } catch (error) {
    await db.query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, String(error)]);
    throw failure(migration, error, setting, 'it may be half done');
  }
  await db.query('UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1', [id]);
}

async function record(db: pg.Client, migration: Migration, startedAt: Date, finishedAt: Date | null): Promise<string> {
  const id = randomUUID();
  const { name, checksum } = migration;
  await db.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, checksum, name, startedAt, finishedAt, finishedAt === null ? 0 : 1],
  );
  return id;
}

function failure({ name }: Migration, error: unknown, setting: string, consequence: string): ConfigError {
  const message = error instanceof Error ? error.message : String(error);
  return new ConfigError([`${setting}: migration ${name} failed, ${consequence}: ${message}`], { cause: error });
}

/** Postgres error codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const refusedInTransaction = '25001';
/** A value that the same transaction added to an enumeration. */
const unsafeEnum = '55P04';
export const lockNotAvailable = '55P03';
