import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv, type Env } from '../src/config/env.js';
import { developmentMasterKey } from '../src/config/master-key.js';
import { removeRunFile, writeRunFile } from '../src/config/run-file.js';
import { migrate } from '../src/platform/database/migrate.js';
import { migrationsFolder } from '../src/platform/database/migrations-folder.js';
import { Cleanup, stopAfterFailure } from './cleanup.js';
import { ensureDataFolder } from './data-folder.js';
import { aborted } from './interruption.js';
import { takeLock } from './lock.js';
import { rejectTakenPort } from './port.js';
import { projectFolder } from './project.js';
import { startServers, type Servers } from './servers.js';
import { allReady, ServiceProcess } from './service-process.js';

export interface LauncherIo {
  /** Receives information for the user, one line per call. It requires no action. */
  log: (line: string) => void;
  /** Output of the API and the worker: the output of this process, or `service.log` in the data folder. */
  serviceOutput: 'inherit' | 'file';
}

export interface LaunchOptions {
  /** Aborting it cancels the start and stops all parts that have started. */
  signal?: AbortSignal;
  apiEntry?: string;
  workerEntry?: string;
}

export interface Running {
  /** Base URL of the API. */
  url: string;
  servers: Servers;
  /** Rejects with a message of one line when a part ends unexpectedly. The caller must then call {@link stop}. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

const built = (name: string) => join(projectFolder, 'dist', 'app', name);

/**
 * Starts the whole service on this machine: servers, migrations, API and worker. Resolves when the service is ready. Stops all parts before it
 * throws.
 */
export async function launch(
  environment: NodeJS.ProcessEnv,
  io: LauncherIo,
  options: LaunchOptions = {},
): Promise<Running> {
  const env = parseEnv(environment);
  const cleanup = new Cleanup();
  try {
    return await start({ env, environment, io, options, cleanup });
  } catch (error) {
    await stopAfterFailure({ stop: () => cleanup.run() }, io.log);
    throw error;
  }
}

interface Start {
  env: Env;
  environment: NodeJS.ProcessEnv;
  io: LauncherIo;
  options: LaunchOptions;
  cleanup: Cleanup;
}

async function start({ env, environment, io, options, cleanup }: Start): Promise<Running> {
  const { dataDir } = env;
  ensureDataFolder(dataDir);
  const lock = takeLock(dataDir);
  cleanup.add(() => lock.release());
  removeRunFile(dataDir);
  await rejectTakenPort(env.host, env.port);
  const masterKey = env.masterKey ?? developmentMasterKey(dataDir);

  const output: 'inherit' | number =
    io.serviceOutput === 'file' ? openSync(join(dataDir, 'service.log'), 'w', 0o600) : 'inherit';
  if (output !== 'inherit') cleanup.add(() => closeSync(output));
  const started: { servers?: Servers } = {};
  cleanup.add(() => started.servers?.stop());
  // They load their modules while the servers start.
  const shared = { env: environment, output };
  const api = new ServiceProcess({ ...shared, name: 'the API', ...apiOf(options) });
  const worker = new ServiceProcess({ ...shared, name: 'the worker', ...workerOf(options) });
  cleanup.add(async () => void (await Promise.all([api.stop(), worker.stop()])));

  const servers = await startServers({ dataDir, external: env, embeddedRedis: env.embeddedRedis, log: io.log });
  started.servers = servers;
  options.signal?.throwIfAborted();
  await migrateBoth(servers);
  options.signal?.throwIfAborted();

  const settings = settingsFor(env, masterKey, servers);
  for (const service of [api, worker]) service.start(settings);
  const failed = Promise.race([api.failed, worker.failed, servers.failed]);
  failed.catch(() => undefined); // Not an unhandled rejection if the caller does not await it.

  await Promise.race([allReady([api, worker]), failed, aborted(options.signal)]);
  options.signal?.throwIfAborted();
  const { url } = await api.ready;
  if (url === undefined) throw new Error('the API is ready but did not report its URL');
  writeRunFile(dataDir, runFile(url, servers));
  cleanup.add(() => removeRunFile(dataDir));
  return { url, servers, failed, stop: () => cleanup.run() };
}

const apiOf = ({ apiEntry }: LaunchOptions) =>
  apiEntry === undefined
    ? { entry: built('main.js'), modules: [built('app.module.js')] }
    : { entry: apiEntry, modules: [] };

const workerOf = ({ workerEntry }: LaunchOptions) =>
  workerEntry === undefined
    ? { entry: built('worker.js'), modules: [built('worker.module.js')] }
    : { entry: workerEntry, modules: [] };

async function migrateBoth(servers: Servers): Promise<void> {
  const { sandboxDatabaseOwnerUrl, sandboxDatabaseUrl, liveDatabaseOwnerUrl, liveDatabaseUrl } = servers;
  await Promise.all([
    migrate(sandboxDatabaseOwnerUrl, migrationsFolder, 'SANDBOX_DATABASE_URL', sandboxDatabaseUrl),
    migrate(liveDatabaseOwnerUrl, migrationsFolder, 'LIVE_DATABASE_URL', liveDatabaseUrl),
  ]);
}

/** Environment variables of the API and the worker, in addition to the environment of this process. */
function settingsFor(env: Env, masterKey: Buffer, servers: Servers): Record<string, string> {
  return {
    HOST: env.host,
    PORT: String(env.port),
    SVC_DATA_DIR: env.dataDir,
    SVC_MASTER_KEY: masterKey.toString('hex'),
    SANDBOX_DATABASE_URL: servers.sandboxDatabaseUrl,
    LIVE_DATABASE_URL: servers.liveDatabaseUrl,
    // The API and the worker do not need the owners.
    SANDBOX_DATABASE_OWNER_URL: '',
    LIVE_DATABASE_OWNER_URL: '',
    REDIS_URL: servers.redisUrl,
    SVC_ALLOW_PLAINTEXT: plaintextOf(env).join(','),
  };
}

/** The private servers listen on 127.0.0.1 only and have no TLS. */
function plaintextOf({ allowPlaintext, liveDatabaseUrl, redisUrl }: Env): string[] {
  const privateServers = [
    ...(liveDatabaseUrl === undefined ? ['postgres'] : []),
    ...(redisUrl === undefined ? ['redis'] : []),
  ];
  return [...new Set([...allowPlaintext, ...privateServers])];
}

function runFile(url: string, servers: Servers) {
  return {
    pid: process.pid,
    url,
    sandbox_database_url: servers.sandboxDatabaseUrl,
    live_database_url: servers.liveDatabaseUrl,
    sandbox_database_owner_url: servers.sandboxDatabaseOwnerUrl,
    live_database_owner_url: servers.liveDatabaseOwnerUrl,
    redis_url: servers.redisUrl,
    started_at: new Date().toISOString(),
  };
}
