import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv, type Env, ConfigError } from '../src/config/env.js';
import { developmentMasterKey } from '../src/config/master-key.js';
import { startCommand } from '../src/config/programs.js';
import { removeRunFile, writeRunFile } from '../src/config/run-file.js';
import { migrate, migrationsFolder } from '../src/platform/database/migrate.js';
import { Cleanup, stopAfterFailure } from './cleanup.js';
import { ensureDataFolder } from './data-folder.js';
import { aborted } from './interruption.js';
import { takeLock } from './lock.js';
import { projectFolder } from './project.js';
import { startServers, type Servers } from './servers.js';
import { ServiceProcess } from './service-process.js';
import { createServer } from 'node:net';

export interface LauncherIo {
  /** Receives information for the user, one line per call. It requires no action. */
  log: (line: string) => void;
  /** Output of the process of API and worker: the output of this process, or `service.log` in the data folder. */
  serviceOutput: 'inherit' | 'file';
}

export interface LaunchOptions {
  /** Aborting it cancels the start and stops all parts that have started. */
  signal?: AbortSignal;
  /** Script of the API and the worker. */
  entry?: string;
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
  // It loads its modules while the servers start.
  const service = new ServiceProcess({ env: environment, output, ...scriptsOf(options) });
  cleanup.add(() => service.stop());

  const servers = await startServers({ dataDir, external: env, embeddedRedis: env.embeddedRedis, log: io.log });
  started.servers = servers;
  options.signal?.throwIfAborted();
  await migrateBoth(servers);
  options.signal?.throwIfAborted();

  service.start(settingsFor(env, masterKey, servers));
  const failed = Promise.race([service.failed, servers.failed]);
  failed.catch(() => undefined); // Not an unhandled rejection if the caller does not await it.

  const ready = service.becomeReady();
  await Promise.race([ready, failed, aborted(options.signal)]);
  options.signal?.throwIfAborted();
  const url = await ready;
  writeRunFile(dataDir, runFile(url, servers));
  cleanup.add(() => removeRunFile(dataDir));
  return { url, servers, failed, stop: () => cleanup.run() };
}

const scriptsOf = ({ entry }: LaunchOptions) =>
  entry === undefined ? { entry: built('api-and-worker.js'), module: built('api-and-worker.module.js') } : { entry };

async function migrateBoth(servers: Servers): Promise<void> {
  const { sandboxDatabaseOwnerUrl, sandboxDatabaseUrl, liveDatabaseOwnerUrl, liveDatabaseUrl } = servers;
  await Promise.all([
    migrate(sandboxDatabaseOwnerUrl, migrationsFolder, 'SANDBOX_DATABASE_URL', sandboxDatabaseUrl),
    migrate(liveDatabaseOwnerUrl, migrationsFolder, 'LIVE_DATABASE_URL', liveDatabaseUrl),
  ]);
}

/** Environment variables of API and worker, in addition to the environment of this process. */
function settingsFor(env: Env, masterKey: Buffer, servers: Servers): Record<string, string> {
  return {
    HOST: env.host,
    PORT: String(env.port),
    SVC_DATA_DIR: env.dataDir,
    SVC_MASTER_KEY: masterKey.toString('hex'),
    SANDBOX_DATABASE_URL: servers.sandboxDatabaseUrl,
    LIVE_DATABASE_URL: servers.liveDatabaseUrl,
    // API and worker do not need the owners.
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

/** Throws {@link ConfigError} if the API cannot listen on the port. Runs before the servers start, so that the user learns it early. */
async function rejectTakenPort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  } catch (error) {
    throw new ConfigError([reason(host, port, (error as NodeJS.ErrnoException).code)]);
  }
  await new Promise((resolve) => server.close(resolve));
}

function reason(host: string, port: number, code: string | undefined): string {
  if (code === 'EADDRINUSE')
    return `PORT: ${port} is in use on ${host}; choose another, such as PORT=${port + 1} ${startCommand}`;
  if (code === 'EACCES')
    return `PORT: ${port} is not allowed for this user; choose one above 1023, such as PORT=3000 ${startCommand}`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST: ${host} is not an address of this machine; unset it to use 127.0.0.1`;
  return `HOST, PORT: cannot listen on ${host}:${port} (${code}); choose others`;
}
