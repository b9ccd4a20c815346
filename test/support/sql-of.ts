import pg from 'pg';

/** No measure of how fast a database is: one that is away is found out. */
const connectTimeoutMs = 20_000;
/** Nor this: a lock that nobody gives back is found out. */
const queryTimeoutMs = 60_000;

/** What a test asks of a database itself, each time over a connection of its own: whatever becomes of others, none is left open. */
export function sqlOf(url: string) {
  return async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const db = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: queryTimeoutMs,
    });
    await db.connect();
    try {
      return (await db.query<Row>(text, values)).rows;
    } finally {
      await db.end();
    }
  };
}
