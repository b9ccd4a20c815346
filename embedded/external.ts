import { Redis } from 'ioredis';
import { ConfigError } from '../src/config/env.js';
import type { PostgresServer } from './postgres/server.js';
import type { RedisServer } from './redis/server.js';

const answerTimeoutMs = 5_000;

/** Not ours to watch or to stop. */
const external = { failed: new Promise<never>(() => undefined), stop: () => Promise.resolve() };

/** Whether they answer shows when they are migrated, at once after this. */
export function externalDatabases(sandboxDatabaseUrl: string, liveDatabaseUrl: string): PostgresServer {
  const description = `Postgres at ${hostOf(sandboxDatabaseUrl)} and ${hostOf(liveDatabaseUrl)}`;
  return { ...external, sandboxDatabaseUrl, liveDatabaseUrl, description };
}

export async function externalRedis(redisUrl: string): Promise<RedisServer> {
  await ping(redisUrl);
  return { ...external, redisUrl, description: `Redis at ${hostOf(redisUrl)}` };
}

async function ping(url: string): Promise<void> {
  const timeouts = { connectTimeout: answerTimeoutMs, commandTimeout: answerTimeoutMs };
  const redis = new Redis(url, { ...timeouts, lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  let why = 'no answer';
  redis.on('error', (error: Error) => (why = error.message));
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    const told = why === 'no answer' ? (error as Error).message : why;
    throw new ConfigError([`REDIS_URL: cannot use ${hostOf(url)} (${told}); start a Redis there or correct the URL`]);
  } finally {
    if (redis.status !== 'end') redis.disconnect();
  }
}

const hostOf = (url: string) => new URL(url).host;
