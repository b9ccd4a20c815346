import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadEnvFile } from 'node:process';

/** The line for the user if the error means that a disk or a database has no space left. Undefined for other errors. */
export function diskFullLine(error: unknown): string | undefined {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const isFull = code === 'ENOSPC' || code === '53100' || /No space left on device|ENOSPC/i.test(String(message));
  if (!isFull) return undefined;
  return `the disk is full (${String(message).replace(/(?<!\s)\s*\n\s*/g, ' ')}); free some space, then start again`;
}

/** Creates the folder and its missing parents, for this user only. Does not use `recursive`: with it, Node 20 never returns for a folder like /proc/x. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
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

/** Loads settings from `.env` in the working directory. Environment variables take precedence. */
export function loadDotEnv(path = '.env'): void {
  if (existsSync(path)) loadEnvFile(path);
}
