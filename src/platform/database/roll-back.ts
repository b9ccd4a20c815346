import type { Queryable } from './sql.js';

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
