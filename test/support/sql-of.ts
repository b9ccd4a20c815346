import pg from 'pg';

/** Generous: detects an unavailable database and does not measure speed. */
const connectTimeoutMs = 20_000;
/** Generous: detects a lock that is never released. */
const queryTimeoutMs = 60_000;

/** Queries a database directly. Each query uses its own connection, which is always closed. */
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
