import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from './env.js';

const runFileSchema = z.object({
  /** Process id of the launcher. */
  pid: z.int().positive(),
  /** Where the API listens. */
  url: z.url(),
  sandbox_database_url: z.string().min(1),
  live_database_url: z.string().min(1),
  redis_url: z.string().min(1),
  started_at: z.iso.datetime(),
});

/** What a running instance tells the command line about itself. After a hard kill the file stays and may be out of date. */
export type RunFile = z.infer<typeof runFileSchema>;

const pathOf = (dataDir: string) => join(dataDir, 'run.json');

/** Replaces the file in one step, so that a reader sees the old one or the new one. Mode 0600: it holds passwords. */
export function writeRunFile(dataDir: string, run: RunFile): void {
  const temporary = `${pathOf(dataDir)}.${randomUUID()}`;
  try {
    writeFileSync(temporary, `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, pathOf(dataDir));
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** `undefined` when nothing has said that it runs in this folder. Throws {@link ConfigError} for a file it can't make sense of. */
export function readRunFile(dataDir: string): RunFile | undefined {
  const text = readText(pathOf(dataDir));
  if (text === undefined) return undefined;
  try {
    return runFileSchema.parse(JSON.parse(text));
  } catch (error) {
    const what = error instanceof z.ZodError ? z.prettifyError(error).replace(/\s*\n\s*/g, ' ') : 'not JSON';
    throw new ConfigError([`${pathOf(dataDir)}: is malformed (${what}); restart the service with: npm start`]);
  }
}

export function removeRunFile(dataDir: string): void {
  rmSync(pathOf(dataDir), { force: true });
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new ConfigError([`SVC_DATA_DIR: cannot read ${path} (${code}); run as the user who started the service`]);
  }
}
