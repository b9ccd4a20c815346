import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '../../src/config/env.js';
import { readOrCreate } from '../data-folder.js';
import { signalAtExit } from '../stopping.js';
import type { Binaries } from './binaries.js';
import type { RunAs } from './unprivileged-user.js';

export const superuser = 'service';

export interface Cluster {
  binaries: Binaries;
  user: RunAs;
  /** Data folder of Postgres. */
  folder: string;
  password: string;
}

/** Returns the cluster in this folder. Creates it at the first start. The caller holds the lock of the data folder. */
export async function ensureCluster(binaries: Binaries, user: RunAs, folder: string): Promise<Cluster> {
  const cluster = join(folder, 'cluster');
  const passwordFile = join(folder, 'password');
  if (existsSync(cluster) && !existsSync(passwordFile)) {
    throw new ConfigError([`Postgres: ${passwordFile} is missing; restore it, or remove ${folder} and all data in it`]);
  }
  const password = readOrCreate(passwordFile, () => randomBytes(24).toString('hex'));
  if (!existsSync(cluster)) await createCluster(binaries, user, cluster, password);
  return { binaries, user, folder: cluster, password };
}

/**
 * Path of the data folder for Postgres, which starts in that folder. If Postgres runs as another user, it may have no access to the parent
 * folders. The kernel resolves this link without them.
 */
export const dataFolderArgument = (user: RunAs, folder: string) => (user.uid === undefined ? folder : '/proc/self/cwd');

/** Contains no variables of the user (PGDATA, PGPORT, LANG…), so that they cannot change the private Postgres. */
export function postgresEnvironment({ folder }: Binaries): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH: join(folder, 'lib') };
}

/** Creates the cluster under a temporary name, so that a killed initdb leaves no folder that looks like a cluster. */
async function createCluster(binaries: Binaries, user: RunAs, cluster: string, password: string): Promise<void> {
  removeUnfinished(cluster);
  const unfinished = `${cluster}.${randomUUID()}`;
  mkdirSync(unfinished, { mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(unfinished, user.uid, user.gid);
  chmodSync(unfinished, 0o700);
  await initdb(binaries, user, unfinished, password);
  renameSync(unfinished, cluster);
}

function removeUnfinished(cluster: string): void {
  const names = readdirSync(dirname(cluster)).filter((name) => name.startsWith(`${basename(cluster)}.`));
  for (const name of names) rmSync(join(dirname(cluster), name), { recursive: true });
}

async function initdb(binaries: Binaries, user: RunAs, folder: string, password: string): Promise<void> {
  const dataFolder = dataFolderArgument(user, folder);
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--lc-collate=C', '--lc-ctype=C'];
  const access = [`--username=${superuser}`, '--pwfile=/dev/stdin', '--auth=scram-sha-256'];
  const args = [`--pgdata=${dataFolder}`, ...access, ...locale, '--lc-messages=C', '--no-instructions'];
  const passwordFile = openPassword(folder, user, password);
  const child = spawn(join(binaries.folder, 'bin', 'initdb'), args, {
    ...user,
    cwd: folder,
    env: postgresEnvironment(binaries),
    stdio: [passwordFile, 'ignore', 'pipe'],
  });
  closeSync(passwordFile);
  signalAtExit(child, 'SIGTERM');
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code === 0) return;
  rmSync(folder, { recursive: true });
  const lines = output
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const reason = lines.find((line) => /error|could not|failed/i.test(line)) ?? lines.at(-1);
  const fix = 'fix this, or set SANDBOX_DATABASE_URL and LIVE_DATABASE_URL';
  throw new ConfigError([`Postgres: cannot create its data in ${dirname(folder)} (${reason}); ${fix}`]);
}

/** Returns an open file without a name, so that the password appears in no process list and no crash leaves it on disk. */
function openPassword(folder: string, { uid, gid }: RunAs, password: string): number {
  const path = `${folder}.password`;
  writeFileSync(path, `${password}\n`, { mode: 0o600, flag: 'wx' });
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  const file = openSync(path, 'r');
  rmSync(path);
  return file;
}
