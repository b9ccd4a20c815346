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
import { refuseTakenPort } from './port.js';
import { projectFolder } from './project.js';
import { startServers, type Servers } from './servers.js';
import { allReady, ServiceProcess } from './service-process.js';

export interface LauncherIo {
  /** Told, in whole lines, what the user should know and need do nothing about. */
  log: (line: string) => void;
  /** Where API and worker log: our own output, or `service.log` in the data folder. */
  serviceOutput: 'inherit' | 'file';
}

export interface LaunchOptions {
  /** Aborting it ends the start and undoes what was started. */
  signal?: AbortSignal;
  apiEntry?: string;
  workerEntry?: string;
}

export interface Running {
  /** Where the API listens. */
  url: string;
  servers: Servers;
  /** Rejects, with one line, when a part of it ends by itself. Then {@link stop} is to be called. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

const built = (name: string) => join(projectFolder, 'dist', 'src', name);

/** The whole service on this machine: servers, migrations, API and worker. Ready when it resolves; when it throws, nothing is left running. */
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
  await refuseTakenPort(env.host, env.port);
  const masterKey = env.masterKey ?? developmentMasterKey(dataDir);

  const servers = await startServers({ dataDir, external: env, embeddedRedis: env.embeddedRedis, log: io.log });
  cleanup.add(() => servers.stop());
  options.signal?.throwIfAborted();
  await migrateBoth(servers);
  options.signal?.throwIfAborted();

  const output: 'inherit' | number =
    io.serviceOutput === 'file' ? openSync(join(dataDir, 'service.log'), 'w', 0o600) : 'inherit';
  if (output !== 'inherit') cleanup.add(() => closeSync(output));
  const settings = { env: { ...environment, ...settingsFor(env, masterKey, servers) }, output };
  const api = new ServiceProcess({ ...settings, name: 'the API', entry: options.apiEntry ?? built('main.js') });
  const worker = new ServiceProcess({
    ...settings,
    name: 'the worker',
    entry: options.workerEntry ?? built('worker.js'),
  });
  cleanup.add(async () => void (await Promise.all([api.stop(), worker.stop()])));
  const failed = Promise.race([api.failed, worker.failed, servers.failed]);
  failed.catch(() => undefined); // who waits for it hears it; nobody has to

  await Promise.race([allReady([api, worker]), failed, aborted(options.signal)]);
  options.signal?.throwIfAborted();
  const { url } = await api.ready;
  if (url === undefined) throw new Error('the API is ready and does not say where it listens');
  writeRunFile(dataDir, runFile(url, servers));
  cleanup.add(() => removeRunFile(dataDir));
  return { url, servers, failed, stop: () => cleanup.run() };
}

async function migrateBoth({ sandboxDatabaseUrl, liveDatabaseUrl }: Servers): Promise<void> {
  await Promise.all([
    migrate(sandboxDatabaseUrl, migrationsFolder, 'SANDBOX_DATABASE_URL'),
    migrate(liveDatabaseUrl, migrationsFolder, 'LIVE_DATABASE_URL'),
  ]);
}

/** What the children are told on top of what we were told ourselves. */
function settingsFor(env: Env, masterKey: Buffer, servers: Servers): Record<string, string> {
  return {
    HOST: env.host,
    PORT: String(env.port),
    SVC_DATA_DIR: env.dataDir,
    SVC_MASTER_KEY: masterKey.toString('hex'),
    SANDBOX_DATABASE_URL: servers.sandboxDatabaseUrl,
    LIVE_DATABASE_URL: servers.liveDatabaseUrl,
    REDIS_URL: servers.redisUrl,
  };
}

function runFile(url: string, servers: Servers) {
  return {
    pid: process.pid,
    url,
    sandbox_database_url: servers.sandboxDatabaseUrl,
    live_database_url: servers.liveDatabaseUrl,
    redis_url: servers.redisUrl,
    started_at: new Date().toISOString(),
  };
}
