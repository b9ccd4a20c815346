import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from './env.js';
import { replaceFile } from './files.js';
import { startCommand } from './programs.js';

const runFileSchema = z.object({
  pid: z.int().positive(),
  url: z.url(),
  sandbox_database_url: z.string().min(1),
  live_database_url: z.string().min(1),
  /** With these, the CLI applies migrations. */
  sandbox_database_owner_url: z.string().min(1).optional(),
  live_database_owner_url: z.string().min(1).optional(),
  redis_url: z.string().min(1),
  started_at: z.iso.datetime(),
});

/** The file in which a running instance stores its URLs for CLI commands. The file is stale after the instance was killed. */
export type RunFile = z.infer<typeof runFileSchema>;

const pathOf = (dataDir: string) => join(dataDir, 'run.json');

export function writeRunFile(dataDir: string, run: RunFile): void {
  replaceFile(pathOf(dataDir), `${JSON.stringify(run, null, 2)}\n`);
}

/** Returns undefined if the folder has no run file. Throws {@link ConfigError} if the file is malformed. */
export function readRunFile(dataDir: string): RunFile | undefined {
  const text = readText(pathOf(dataDir));
  if (text === undefined) return undefined;
  try {
    return runFileSchema.parse(JSON.parse(text));
  } catch (error) {
    const what = error instanceof z.ZodError ? z.prettifyError(error).replace(/(?<!\s)\s*\n\s*/g, ' ') : 'not JSON';
    throw new ConfigError([`${pathOf(dataDir)}: is malformed (${what}); restart the service with: ${startCommand}`]);
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
