import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Creates the folder and its missing parents. Does not use `recursive`: with it, Node 20 never returns for a folder like /proc/x. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process created it first
  }
}

/** Replaces the file atomically: a reader gets the old or the new content. The mode is 0600, because our files contain secrets. */
export function replaceFile(path: string, text: string, owner?: { uid: number; gid: number }): void {
  const temporary = `${path}.${randomUUID()}`;
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
    if (owner) chownSync(temporary, owner.uid, owner.gid);
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}
