import pg from 'pg';
import { ConfigError } from '../../config/env.js';
import type { Tier } from '../../common/identity/caller.js';
import type { Settings } from '../../config/settings.js';
import { Socket } from 'node:net';

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

export const databaseUrlOf = ({ liveDatabaseUrl, sandboxDatabaseUrl }: Settings, tier: Tier) =>
  ({ live: liveDatabaseUrl, sandbox: sandboxDatabaseUrl })[tier];

/** The URL with which migrations connect to a tier's database. Undefined: the application is the owner of its tables. */
export const ownerUrlOf = ({ liveDatabaseOwnerUrl, sandboxDatabaseOwnerUrl }: Settings, tier: Tier) =>
  ({ live: liveDatabaseOwnerUrl, sandbox: sandboxDatabaseOwnerUrl })[tier];

export const databaseSettingOf = (tier: Tier) =>
  ({ live: 'LIVE_DATABASE_URL', sandbox: 'SANDBOX_DATABASE_URL' } as const)[tier];

/**
 * Sends all that is written in one turn of the event loop with one system call. The statements of a transaction are many small messages,
 * and system calls were a fifth of the time of a create.
 */
export class BatchingSocket extends Socket {
  private isHolding = false;

  override connect(...args: unknown[]): this {
    super.connect(...(args as [number]));
    // Node sets `write` to the one of Socket, in case the socket was used before.
    Reflect.deleteProperty(this, 'write');
    return this;
  }

  override cork(): void {
    this.hold();
    super.cork();
  }

  override write(chunk: string | Uint8Array, ...rest: unknown[]): boolean {
    this.hold();
    return super.write(chunk, ...(rest as []));
  }

  private hold(): void {
    if (this.isHolding) return;
    this.isHolding = true;
    super.cork();
    process.nextTick(() => {
      this.isHolding = false;
      this.uncork();
    });
  }
}
