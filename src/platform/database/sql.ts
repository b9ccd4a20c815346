import type pg from 'pg';
import type { Prisma } from './generated/client.js';

/**
 * A transaction without Prisma, for the most frequent requests: Prisma used three quarters of the time of a create. Postgres parses
 * and plans a statement with a `name` once for each connection.
 */
export type Sql = Pick<pg.ClientBase, 'query'>;

export interface Queryable {
  query(sql: string): Promise<{ rows: unknown[] }>;
}

/** Rejects if the database is read-only, such as a standby, which responds to reads. */
export async function checkWrites(db: Queryable): Promise<void> {
  const { rows } = await db.query(`SELECT 1 WHERE current_setting('transaction_read_only') = 'off'`);
  if (rows.length === 0) throw new Error('the database is read-only');
}

/** The column of a field of the Prisma schema, in which each field has the name of its column in camel case. */
export const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Converts the fields of a row to the columns of its table.
 *
 * @param jsonFields fields to write as JSON text: the driver would write an array as a Postgres array
 * @param fields the fields that are columns. Default: all of the object
 */
export function toColumns<Row extends object>(
  row: Row,
  jsonFields: readonly (keyof Row & string)[] = [],
  fields = Object.keys(row) as (keyof Row & string)[],
): Record<string, unknown> {
  const valueOf = (field: keyof Row & string): unknown =>
    jsonFields.includes(field) && row[field] !== null ? JSON.stringify(row[field]) : row[field];
  return Object.fromEntries(fields.map((field) => [columnOf(field), valueOf(field)]));
}

/** Returns a SELECT list that reads each column under the name of its field. */
export const selectList = (fields: readonly string[]): string =>
  fields.map((field) => `${columnOf(field)} AS "${field}"`).join(', ');

/**
 * Inserts one row. All calls for a table must have the same columns, in any order, because the prepared statement is named after the table.
 */
export async function insert(sql: Sql, table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row).sort();
  const places = columns.map((_, index) => `$${index + 1}`);
  await sql.query({
    name: `insert ${table}`,
    text: `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`,
    values: columns.map((column) => row[column]),
  });
}

/** The value of a `date` column. A Date would be converted to the time zone of this process. */
export const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/** Converts an object to the type of a JSON column. Prisma requires an index signature, which interfaces do not have. */
export function toJson(value: object): Prisma.InputJsonObject {
  return value;
}

/**
 * Returns whether the connection can be used for another transaction. Never rejects: the caller already has the first error, and if the
 * connection is lost, Postgres rolls back.
 */
export async function rollBack(db: Queryable): Promise<boolean> {
  return db.query('ROLLBACK').then(
    () => true,
    () => false,
  );
}
