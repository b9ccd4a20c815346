import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../src/config/files.js';
import { connect } from '../../src/platform/database/connect.js';
import { readOrCreate } from '../data-folder.js';
import { onFreePort } from '../free-port.js';
import { isPostgresOf } from '../process-identity.js';
import { ServerProcess, ServerStartError } from '../server-process.js';
import { stopProcess, type StopStep } from '../stopping.js';
import { findBinaries } from './binaries.js';
import { dataFolderArgument, ensureCluster, postgresEnvironment, superuser, type Cluster } from './cluster.js';
import { chooseUser, reachableBinaries } from './unprivileged-user.js';

const databases = ['sandbox', 'live'] as const;

/** Includes recovery after a crash. */
const startTimeoutMs = 120_000;

/** SIGINT: Postgres ends its sessions and writes all data to disk. SIGQUIT: it stops immediately and recovers at the next start. */
const stopSteps: readonly StopStep[] = [
  { signal: 'SIGINT', timeoutMs: 15_000 },
  { signal: 'SIGQUIT', timeoutMs: 5_000 },
  { signal: 'SIGKILL', timeoutMs: 5_000 },
];

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
};

export interface PostgresServer {
  /** URLs of the application's roles, which the migrations create. */
  sandboxDatabaseUrl: string;
  liveDatabaseUrl: string;
  /** URLs of the owner of the tables. */
  sandboxDatabaseOwnerUrl: string;
  liveDatabaseOwnerUrl: string;
  description: string;
  failed: Promise<never>;
  stop(): Promise<void>;
}

/** Starts a private Postgres on 127.0.0.1 with both databases and its data in `folder`. Committed rows survive any crash. */
export async function startPostgres(folder: string, log: (line: string) => void): Promise<PostgresServer> {
  mkdirSync(folder, { recursive: true });
  const user = chooseUser(join(folder, 'cluster'));
  const binaries = reachableBinaries(findBinaries(), user);
  const cluster = await ensureCluster(binaries, user, folder);
  await stopLeftover(cluster.folder, log);
  const [server, port] = await onFreePort(async (free) => [await run(cluster, free, folder), free] as const);
  const url = (database: string, user = superuser, password = cluster.password) =>
    `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
  const applicationUrl = (database: (typeof databases)[number]) =>
    url(database, `${database}_service`, applicationPassword(folder, database));
  try {
    await ensureDatabases(url('postgres'));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    sandboxDatabaseUrl: applicationUrl('sandbox'),
    liveDatabaseUrl: applicationUrl('live'),
    sandboxDatabaseOwnerUrl: url('sandbox'),
    liveDatabaseOwnerUrl: url('live'),
    description: `Postgres ${/^\d+\.\d+/.exec(binaries.version)?.[0]}, private, data in ${folder}`,
    failed: server.failed,
    stop: () => server.stop(),
  };
}

/** The password of the application's role for one database. It is no password for the other. */
const applicationPassword = (folder: string, database: string) =>
  readOrCreate(join(folder, `${database}.password`), () => randomBytes(24).toString('hex'));

async function run(cluster: Cluster, port: number, folder: string, attempt = 1): Promise<ServerProcess> {
  const { binaries, user } = cluster;
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  try {
    return await ServerProcess.start({
      name: 'Postgres',
      command: join(binaries.folder, 'bin', 'postgres'),
      args: ['-D', dataFolderArgument(user, cluster.folder), '-p', String(port), ...flags],
      options: { ...user, cwd: cluster.folder, env: postgresEnvironment(binaries) },
      logFile: join(folder, 'server.log'),
      readyLine: /database system is ready to accept connections/,
      startTimeoutMs,
      stopSteps,
    });
  } catch (error) {
    // Sessions end shortly after a killed server. Postgres does not wait for them.
    const isBusy = error instanceof ServerStartError && error.output.includes('pre-existing shared memory block');
    if (!isBusy || attempt === 50) throw error;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return run(cluster, port, folder, attempt + 1);
  }
}

/** Stops the Postgres of a launcher that was killed. It still uses the data. */
async function stopLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const [first = '', ...rest] = readFileSync(pidFile, 'utf8').split('\n');
  const pid = Number(first);
  if (isPostgresOf(pid, cluster)) {
    log(`Stopping the Postgres that an earlier start left running (pid ${pid}).`);
    await stopProcess(pid, () => isPostgresOf(pid, cluster), stopSteps);
    return;
  }
  // Another process may have this pid now, and Postgres would mistake it for a running server. Postgres ignores the pid of its parent, which is
  // this process, and still uses the other lines to check for sessions of the old server.
  replaceFile(pidFile, [String(process.pid), ...rest].join('\n'), statSync(cluster));
}

async function ensureDatabases(url: string): Promise<void> {
  const db = await connect(url, 'the private Postgres');
  try {
    const { rows } = await db.query<{ datname: string }>('SELECT datname FROM pg_database');
    const present = new Set(rows.map(({ datname }) => datname));
    for (const name of databases) if (!present.has(name)) await db.query(`CREATE DATABASE ${name}`);
  } finally {
    await db.end();
  }
}
