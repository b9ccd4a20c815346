import { ConfigError } from '../src/config/env.js';
import { pingRedis } from '../src/platform/redis/redis-connection.js';
import type { PostgresServer } from './postgres/server.js';
import type { RedisServer } from './redis/server.js';

const responseTimeoutMs = 5_000;

/** The launcher neither watches nor stops external servers. */
const external = { failed: new Promise<never>(() => undefined), stop: () => Promise.resolve() };

/** The owners of the tables, if the application is not the owner. */
export interface ExternalOwners {
  sandboxDatabaseOwnerUrl?: string | undefined;
  liveDatabaseOwnerUrl?: string | undefined;
}

/** Does not connect: the migrations that follow immediately report databases that are unavailable. */
export function externalDatabases(
  sandboxDatabaseUrl: string,
  liveDatabaseUrl: string,
  owners: ExternalOwners = {},
): PostgresServer {
  const { sandboxDatabaseOwnerUrl = sandboxDatabaseUrl, liveDatabaseOwnerUrl = liveDatabaseUrl } = owners;
  const ownerUrls = { sandboxDatabaseOwnerUrl, liveDatabaseOwnerUrl };
  const description = `Postgres at ${hostOf(sandboxDatabaseUrl)} and ${hostOf(liveDatabaseUrl)}`;
  return { ...external, sandboxDatabaseUrl, liveDatabaseUrl, ...ownerUrls, description };
}

export async function externalRedis(redisUrl: string): Promise<RedisServer> {
  await rejectUnavailableRedis(redisUrl);
  return { ...external, redisUrl, description: `Redis at ${hostOf(redisUrl)}` };
}

async function rejectUnavailableRedis(url: string): Promise<void> {
  try {
    await pingRedis(url, responseTimeoutMs);
  } catch (error) {
    const why = `cannot use ${hostOf(url)} (${(error as Error).message})`;
    throw new ConfigError([`REDIS_URL: ${why}; start a Redis there or correct the URL`]);
  }
}

const hostOf = (url: string) => new URL(url).host;
