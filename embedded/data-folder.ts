import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../src/config/env.js';
import { makeFolder, replaceFile } from '../src/config/files.js';

/** Creates the folder if it is missing. Throws {@link ConfigError} if this process cannot write to it. */
export function ensureDataFolder(folder: string): void {
  const probe = join(folder, `.probe-${randomUUID()}`);
  try {
    makeFolder(folder);
    writeFileSync(probe, '', { flag: 'wx' });
    rmSync(probe);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError([
      `SVC_DATA_DIR: cannot write to ${folder} (${code}); choose another folder or fix its permissions`,
    ]);
  }
}

/** Returns the content of the file. If it is missing, writes the result of `create` to it atomically, readable by its owner only. */
export function readOrCreate(path: string, create: () => string): string {
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const value = create();
  replaceFile(path, `${value}\n`);
  return value;
}
