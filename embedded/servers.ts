import { join } from 'node:path';
import type { Env } from '../src/config/env.js';
import { ensureDataFolder } from './data-folder.js';
import { externalDatabases, externalRedis } from './external.js';
import { startPostgres } from './postgres/server.js';
import { startRedis } from './redis/server.js';

export interface ServersOptions {
  dataDir: string;
  /** Servers of the user's own; for what is absent here private ones are started. */
  external: {
    sandboxDatabaseUrl?: string | undefined;
    liveDatabaseUrl?: string | undefined;
    redisUrl?: string | undefined;
  };
  /** The kind of the private Redis; absent: the one that made the data, or the first there is. */
  embeddedRedis?: Env['embeddedRedis'];
  /** Told, in whole lines, what the user should know and need do nothing about. */
  log: (line: string) => void;
}

export interface Servers {
  sandboxDatabaseUrl: string;
  liveDatabaseUrl: string;
  redisUrl: string;
  description: { postgres: string; redis: string };
  /** Rejects, with one line, when a private server ends without having been told to. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

/** Postgres with both databases, and Redis, ready for connections: both, or none. */
export async function startServers({ dataDir, external, embeddedRedis, log }: ServersOptions): Promise<Servers> {
  ensureDataFolder(dataDir);
  const { sandboxDatabaseUrl, liveDatabaseUrl, redisUrl } = external;
  const [postgres, redis] = await bothOrNone(
    sandboxDatabaseUrl !== undefined && liveDatabaseUrl !== undefined
      ? Promise.resolve(externalDatabases(sandboxDatabaseUrl, liveDatabaseUrl))
      : startPostgres(join(dataDir, 'postgres'), log),
    redisUrl !== undefined ? externalRedis(redisUrl) : startRedis(join(dataDir, 'redis'), log, embeddedRedis),
  );
  const failed = Promise.race([postgres.failed, redis.failed]);
  failed.catch(() => undefined); // who waits for it hears it; nobody has to
  return {
    sandboxDatabaseUrl: postgres.sandboxDatabaseUrl,
    liveDatabaseUrl: postgres.liveDatabaseUrl,
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
