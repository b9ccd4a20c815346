import type pg from 'pg';

/**
 * A transaction in plain SQL, for what is asked of us most: Prisma's share of a create was three times that of all the rest. A statement
 * with a `name` is read and planned once for each connection.
 */
export type Sql = Pick<pg.ClientBase, 'query'>;

/** Writes one row. A table is always given the same columns, since the prepared statement goes by its name. */
export async function insert(sql: Sql, table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  await sql.query({
    name: `insert ${table}`,
    text: `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`,
    values: Object.values(row),
  });
}

/** For a `date` column: a Date would be told in the time zone of this process. */
export const dayOf = (time: Date) => time.toISOString().slice(0, 10);
