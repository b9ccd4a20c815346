import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Creates the folder and those above it that are missing. Not with `recursive`: Node 20 then never returns from a folder like /proc/x. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another start was faster
  }
}

/** Replaces the file in one step, so that a reader sees the old one or the new one. Mode 0600: what we keep in files is secret. */
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
