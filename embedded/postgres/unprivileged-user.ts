import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigError } from '../../src/config/env.js';
import type { Binaries } from './binaries.js';

/** User that runs Postgres. Empty for the user of this process. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

/**
 * User for Postgres, which refuses to run as root. For root, returns the owner of the data, or for new data an existing unprivileged system
 * user. Throws {@link ConfigError} for root on other systems than Linux.
 */
export function chooseUser(dataFolder: string): RunAs {
  if (process.getuid?.() !== 0) return {};
  if (process.platform !== 'linux')
    throw new ConfigError(['Postgres: does not run as root; start as an ordinary user']);
  if (existsSync(dataFolder)) {
    const { uid, gid } = statSync(dataFolder);
    if (uid !== 0) return { uid, gid };
  }
  return systemUser();
}

/** Returns binaries that the user can run: the given ones, or a copy. */
export function reachableBinaries(binaries: Binaries, user: RunAs): Binaries {
  if (canRun(binaries.folder, user)) return binaries;
  return { ...binaries, folder: copyOnce(binaries, sharedFolder()) };
}

export function canRun(folder: string, user: RunAs): boolean {
  const { uid, gid } = user;
  if (uid === undefined || gid === undefined) return true;
  const allows = (path: string, bits: number) => {
    const stat = statSync(path);
    const shift = stat.uid === uid ? 6 : stat.gid === gid ? 3 : 0;
    return ((stat.mode >> shift) & bits) === bits;
  };
  const files = ['bin/postgres', 'bin/initdb'].every((file) => allows(join(folder, file), 0o5));
  const folders = ['bin', 'lib', 'share'].every((name) => allows(join(folder, name), 0o5));
  return files && folders && [folder, ...ancestors(folder)].every((ancestor) => allows(ancestor, 0o1));
}

/** Copies each version once for all checkouts. The copy is renamed when it is complete, so that several starts can create it concurrently. */
export function copyOnce({ folder, version }: Binaries, shared: string): string {
  const target = join(shared, `postgres-${version}`);
  if (existsSync(target)) return target;
  const temporary = `${target}.${randomUUID()}`;
  try {
    cpSync(folder, temporary, { recursive: true, verbatimSymlinks: true });
    makeReadable(temporary);
    renameSync(temporary, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return target;
}

/** Returns a folder that every user can enter and only root can change, so that no other user can replace the copy. */
function sharedFolder(): string {
  for (const parent of ['/var/cache', tmpdir()]) {
    const folder = join(parent, 'simulation-service');
    try {
      mkdirSync(folder, { mode: 0o755 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') continue;
    }
    const stat = lstatSync(folder);
    if (stat.isDirectory() && stat.uid === 0 && (stat.mode & 0o022) === 0) return folder;
  }
  const fix = 'start as an ordinary user, or move the checkout to a folder that every user can enter';
  throw new ConfigError([`Postgres: does not run as root, and an unprivileged user cannot enter its folder; ${fix}`]);
}

function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode | (dirname(path).endsWith('bin') ? 0o555 : 0o444));
  }
}

function ancestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...ancestors(parent)];
}

/** The Unix user `nobody`, which needs no setup. */ // cspell:ignore nobody
function systemUser(): { uid: number; gid: number } {
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  return { uid: Number(entry?.[1] ?? 65_534), gid: Number(entry?.[2] ?? 65_534) };
}
