import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../src/config/env.js';
import { diskFullLine, makeFolder, replaceFile } from '../src/config/files.js';

/** Creates the folder, readable by this user only, if it is missing. Throws {@link ConfigError} if this process cannot write to it. */
export function ensureDataFolder(folder: string): void {
  const probe = join(folder, `.probe-${randomUUID()}`);
  try {
    makeFolder(folder);
    writeFileSync(probe, '', { flag: 'wx' });
    rmSync(probe);
    restrict(folder);
  } catch (error) {
    removeProbe(probe);
    const full = diskFullLine(error);
    if (full !== undefined) throw new ConfigError([`SVC_DATA_DIR: ${full}`]);
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError([
      `SVC_DATA_DIR: cannot write to ${folder} (${code}); choose another folder or fix its permissions`,
    ]);
  }
}

/** The folder may be a file or missing. The error of the first attempt names the reason. */
function removeProbe(probe: string): void {
  try {
    rmSync(probe, { force: true });
  } catch {
    // Nothing was written.
  }
}

/** Earlier versions created the folder readable by all users. A folder of another user or with other content is not changed. */
function restrict(folder: string): void {
  const { mode, uid } = statSync(folder);
  const isOurs = uid === process.getuid?.() && existsSync(join(folder, 'master.key'));
  if (isOurs && (mode & 0o1077) !== 0 && (mode & 0o1000) === 0) chmodSync(folder, 0o700);
}

/** Returns the content of the file. If it is missing, writes the result of `create` to it atomically, readable by its owner only. */
export function readOrCreate(path: string, create: () => string): string {
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const value = create();
  replaceFile(path, `${value}\n`);
  return value;
}
