import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../src/config/env.js';
import { makeFolder, replaceFile } from '../src/config/files.js';

/** Creates the folder where it is missing, and makes sure that we can write into it. */
export function ensureDataFolder(folder: string): void {
  const probe = join(folder, `.probe-${randomUUID()}`);
  try {
    makeFolder(folder);
    writeFileSync(probe, '', { flag: 'wx' });
    rmSync(probe);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError([
      `SVC_DATA_DIR: cannot write to ${folder} (${code}); choose another folder or mend its permissions`,
    ]);
  }
}

/** What is kept in this file, or, the first time, what `make` returns. The file appears whole, readable by its owner only. */
export function kept(path: string, make: () => string): string {
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const value = make();
  replaceFile(path, `${value}\n`);
  return value;
}
