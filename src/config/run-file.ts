import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from './env.js';
import { replaceFile } from './files.js';

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

export function writeRunFile(dataDir: string, run: RunFile): void {
  replaceFile(pathOf(dataDir), `${JSON.stringify(run, null, 2)}\n`);
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
