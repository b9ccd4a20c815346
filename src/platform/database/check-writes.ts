import type { Queryable } from './sql.js';

/** Rejects if the database is read-only, such as a standby, which responds to reads. */
export async function checkWrites(db: Queryable): Promise<void> {
  const { rows } = await db.query(`SELECT 1 WHERE current_setting('transaction_read_only') = 'off'`);
  if (rows.length === 0) throw new Error('the database is read-only');
}
