import type { Transaction } from './databases.service.js';
import type { Sql } from './sql.js';

/** The clock of the database, which all processes share. The clock of a machine can be wrong. */
export async function databaseTime(tx: Transaction): Promise<Date> {
  return nowOf(await tx.$queryRaw<{ now: Date }[]>`SELECT now()`);
}

/** The same in plain SQL. */
export async function databaseTimeBySql(sql: Sql): Promise<Date> {
  return nowOf((await sql.query<{ now: Date }>('SELECT now()')).rows);
}

function nowOf([row]: { now: Date }[]): Date {
  if (!row) throw new Error('the database returned no time');
  return row.now;
}
