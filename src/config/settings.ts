import { ConfigError, parseEnv, type Env } from './env.js';
import { developmentMasterKey } from './master-key.js';
import { startCommand } from './programs.js';
import { readRunFile } from './run-file.js';

/** The settings of a process that connects to the stores: all of them have a value. */
export interface Settings extends Env {
  masterKey: Buffer;
  sandboxDatabaseUrl: string;
  liveDatabaseUrl: string;
  redisUrl: string;
}

/**
 * Reads the settings from the environment. Store URLs that are not set come from the run file of the instance in the data
 * folder, so that CLI commands find the databases of a running `npm start`. Throws {@link ConfigError}.
 */
export function loadSettings(source: Record<string, string | undefined> = process.env): Settings {
  const env = parseEnv(source);
  const run = readRunFile(env.dataDir);
  const missing = (name: string) =>
    new ConfigError([
      `${name}: is not set, and no instance runs from ${env.dataDir}; set it, or start one: ${startCommand}`,
    ]);
  const sandboxDatabaseUrl = env.sandboxDatabaseUrl ?? run?.sandbox_database_url;
  const liveDatabaseUrl = env.liveDatabaseUrl ?? run?.live_database_url;
  const redisUrl = env.redisUrl ?? run?.redis_url;
  // The owner belongs to the database: with a URL from the environment, the run file names the owner of another one.
  const sandboxDatabaseOwnerUrl =
    env.sandboxDatabaseOwnerUrl ?? (env.sandboxDatabaseUrl ? undefined : run?.sandbox_database_owner_url);
  const liveDatabaseOwnerUrl =
    env.liveDatabaseOwnerUrl ?? (env.liveDatabaseUrl ? undefined : run?.live_database_owner_url);
  if (!sandboxDatabaseUrl) throw missing('SANDBOX_DATABASE_URL');
  if (!liveDatabaseUrl) throw missing('LIVE_DATABASE_URL');
  if (!redisUrl) throw missing('REDIS_URL');
  const masterKey = env.masterKey ?? developmentMasterKey(env.dataDir);
  const owners = { sandboxDatabaseOwnerUrl, liveDatabaseOwnerUrl };
  return { ...env, ...owners, masterKey, sandboxDatabaseUrl, liveDatabaseUrl, redisUrl };
}
