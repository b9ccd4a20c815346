import pg from 'pg';
import { ConfigError } from '../../config/env.js';

/** Longer than in the pools: without this connection, the command or process ends. */
const connectTimeoutMs = 10_000;

/** Opens one connection outside the connection pools. Throws {@link ConfigError} that names the setting if it fails. */
export async function connect(url: string, setting: string, more: pg.ClientConfig = {}): Promise<pg.Client> {
  const db = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: 'simulation-service',
    ...more,
  });
  // Without a listener, a connection that is lost between two queries ends the process. The next query reports the error.
  db.on('error', () => undefined);
  try {
    await db.connect();
    return db;
  } catch (error) {
    throw new ConfigError([`${setting}: ${reason(url, error)}`]);
  }
}

function reason(url: string, error: unknown): string {
  const { hostname, port, pathname } = new URL(url);
  const server = `${hostname}:${port || '5432'}`;
  if (error instanceof pg.DatabaseError)
    return `${server} refuses (${error.message}); check user, password and database`;
  const { code } = error as NodeJS.ErrnoException;
  const database = pathname.slice(1);
  if (code !== undefined)
    return `cannot reach ${server} (${code}); start the server of database "${database}" or correct the URL`;
  const within = `${connectTimeoutMs / 1000} s`;
  return `no answer from ${server} within ${within}; check that a Postgres server is there and reachable`;
}
