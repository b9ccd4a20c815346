import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServers, type Servers } from '../../embedded/servers.js';
import { parseEnv } from '../../src/config/env.js';
import type { Settings } from '../../src/config/settings.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { migrationsFolder } from '../../src/platform/database/migrations-folder.js';

export interface Stores {
  dataDir: string;
  servers: Servers;
  /** What a part of the service is made with, to use these stores. */
  settings: Settings;
  stop(): Promise<void>;
}

/** Both databases with their tables, and Redis, in a folder of their own. */
export async function startStores(environment: Record<string, string> = {}): Promise<Stores> {
  const dataDir = mkdtempSync(join(tmpdir(), 'simulation-service-test-'));
  const servers = await startServers({ dataDir, external: {}, log: () => undefined });
  const { sandboxDatabaseUrl, liveDatabaseUrl, redisUrl } = servers;
  await Promise.all([sandboxDatabaseUrl, liveDatabaseUrl].map((url) => migrate(url, migrationsFolder)));
  const urls = { sandboxDatabaseUrl, liveDatabaseUrl, redisUrl };
  return {
    dataDir,
    servers,
    settings: { ...parseEnv(environment), ...urls, masterKey: Buffer.alloc(32, 7) },
    async stop() {
      await servers.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
