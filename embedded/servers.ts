import { join } from 'node:path';
import type { Env } from '../src/config/env.js';
import { ensureDataFolder } from './data-folder.js';
import { externalDatabases, externalRedis, type ExternalOwners } from './external.js';
import { startPostgres } from './postgres/server.js';
import { startRedis } from './redis/server.js';

export interface ServersOptions {
  dataDir: string;
  /** URLs of external servers. For each absent one, a private server is started. */
  external: {
    sandboxDatabaseUrl?: string | undefined;
    liveDatabaseUrl?: string | undefined;
    redisUrl?: string | undefined;
  } & ExternalOwners;
  /** Kind of the private Redis. Default: the kind that wrote the data, or the first installed kind. */
  embeddedRedis?: Env['embeddedRedis'];
  /** Receives information for the user, one line per call. It requires no action. */
  log: (line: string) => void;
}

export interface Servers {
  /** URLs of the application's roles, which the migrations create. */
  sandboxDatabaseUrl: string;
  liveDatabaseUrl: string;
  /** URLs of the owner of the tables. */
  sandboxDatabaseOwnerUrl: string;
  liveDatabaseOwnerUrl: string;
  redisUrl: string;
  description: { postgres: string; redis: string };
  /** Rejects with a message of one line when a private server ends unexpectedly. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

/** Starts Postgres with both databases, and Redis. Resolves when both accept connections. If one fails, stops the other and throws. */
export async function startServers({ dataDir, external, embeddedRedis, log }: ServersOptions): Promise<Servers> {
  ensureDataFolder(dataDir);
  const { sandboxDatabaseUrl, liveDatabaseUrl, redisUrl } = external;
  const [postgres, redis] = await bothOrNone(
    sandboxDatabaseUrl !== undefined && liveDatabaseUrl !== undefined
      ? Promise.resolve(externalDatabases(sandboxDatabaseUrl, liveDatabaseUrl, external))
      : startPostgres(join(dataDir, 'postgres'), log),
    redisUrl !== undefined ? externalRedis(redisUrl) : startRedis(join(dataDir, 'redis'), log, embeddedRedis),
  );
  const failed = Promise.race([postgres.failed, redis.failed]);
  failed.catch(() => undefined); // Not an unhandled rejection if the caller does not await it.
  return {
    sandboxDatabaseUrl: postgres.sandboxDatabaseUrl,
    liveDatabaseUrl: postgres.liveDatabaseUrl,
    sandboxDatabaseOwnerUrl: postgres.sandboxDatabaseOwnerUrl,
    liveDatabaseOwnerUrl: postgres.liveDatabaseOwnerUrl,
    redisUrl: redis.redisUrl,
    description: { postgres: postgres.description, redis: redis.description },
    failed,
    stop: () => stopAll(postgres, redis),
  };
}

interface Stoppable {
  stop(): Promise<void>;
}

async function bothOrNone<A extends Stoppable, B extends Stoppable>(a: Promise<A>, b: Promise<B>): Promise<[A, B]> {
  const [first, second] = await Promise.allSettled([a, b]);
  if (first.status === 'fulfilled' && second.status === 'fulfilled') return [first.value, second.value];
  await stopAll(...[first, second].flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
  throw first.status === 'rejected' ? first.reason : (second as PromiseRejectedResult).reason;
}

async function stopAll(...servers: Stoppable[]): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()));
}
