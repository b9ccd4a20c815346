import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { startRedis } from '../../embedded/redis/server.js';
import { startServers, type Servers } from '../../embedded/servers.js';
import { dataRoot } from '../../embedded/testing/temporary-folder.js';
import { parseEnv } from '../../src/config/env.js';
import type { Settings } from '../../src/config/settings.js';
import { createRedis } from '../../src/platform/redis/redis.module.js';
import { fillFromTemplate } from './store-template.js';

export interface Stores {
  dataDir: string;
  servers: Servers;
  /** Settings for parts of the service that use these stores. */
  settings: Settings;
  stop(): Promise<void>;
}

export interface TestRedis {
  url: string;
  redis: Redis;
  stop(): Promise<void>;
}

/** Starts a Redis server in its own folder and connects to it. */
export async function startTestRedis(): Promise<TestRedis> {
  const folder = newFolder();
  const server = await startRedis(folder, () => undefined);
  // The short timeout of the service would end a command when a busy machine pauses Redis.
  const redis = createRedis(server.redisUrl, 60_000);
  await once(redis, 'ready');
  return {
    url: server.redisUrl,
    redis,
    async stop() {
      redis.disconnect();
      await server.stop();
      remove(folder);
    },
  };
}

/** Starts Postgres with both databases, with or without their tables, and Redis, in their own folder. */
export async function startStores(
  environment: Record<string, string> = {},
  { withTables = true }: { withTables?: boolean } = {},
): Promise<Stores> {
  const dataDir = newFolder();
  if (withTables) await fillFromTemplate(dataDir);
  const servers = await startServers({ dataDir, external: {}, log: () => undefined });
  const { sandboxDatabaseUrl, liveDatabaseUrl, redisUrl } = servers;
  const { sandboxDatabaseOwnerUrl, liveDatabaseOwnerUrl } = servers;
  const owners = { sandboxDatabaseOwnerUrl, liveDatabaseOwnerUrl };
  const urls = { sandboxDatabaseUrl, liveDatabaseUrl, ...owners, redisUrl };
  return {
    dataDir,
    servers,
    settings: { ...parseEnv(environment), ...urls, masterKey: Buffer.alloc(32, 7) },
    async stop() {
      await servers.stop();
      remove(dataDir);
    },
  };
}

const newFolder = () => mkdtempSync(join(dataRoot, 'simulation-service-test-'));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });
