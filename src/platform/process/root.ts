import type { INestApplicationContext } from '@nestjs/common';
import { loadDotEnv } from '../../config/env-file.js';
import { ConfigError } from '../../config/env.js';
import { diskFullLine } from '../../config/files.js';
import { loadSettings, type Settings } from '../../config/settings.js';
import { preflight } from './preflight.js';

/** The message of a started process to the launcher that forked it, over the IPC channel. */
export interface ReadyMessage {
  type: 'ready';
  url?: string;
}

export interface Started {
  app: INestApplicationContext;
  /** Base URL of a process that serves HTTP. */
  url?: string;
}

/**
 * Starts one of the long-running processes. `start` resolves when the process is ready.
 * A failed start prints one line per reason and exits with code 1.
 */
export async function runRoot(start: (settings: Settings) => Promise<Started>): Promise<void> {
  try {
    loadDotEnv();
    const settings = loadSettings();
    await preflight(settings);
    const { app, url } = await start(settings);
    app.enableShutdownHooks(['SIGTERM', 'SIGINT']);
    // A killed launcher cannot stop its processes, so they stop when the IPC channel closes.
    process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
    process.send?.({ type: 'ready', ...(url !== undefined && { url }) } satisfies ReadyMessage);
  } catch (error) {
    process.stderr.write(`${startProblem(error).join('\n')}\n`);
    process.exit(1);
  }
}

function startProblem(error: unknown): string[] {
  if (error instanceof ConfigError) return error.lines;
  if (!(error instanceof Error)) return [String(error)];
  if ('code' in error && error.code === 'EADDRINUSE') {
    return ['PORT: the port is taken; stop what listens there, or choose another: PORT=3001'];
  }
  const full = diskFullLine(error);
  return [full ?? error.stack ?? error.message];
}

/** Name of a long-running process in its logs and traces. */
export type ProcessName = 'api' | 'worker' | 'api-and-worker';
