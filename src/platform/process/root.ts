import type { INestApplicationContext } from '@nestjs/common';
import { loadDotEnv, diskFullLine } from '../../config/files.js';
import { ConfigError } from '../../config/env.js';
import { loadSettings, type Settings } from '../../config/settings.js';
import { tiers, type Tier } from '../../common/identity/caller.js';
import { cliCommand } from '../../config/programs.js';
import { connect, databaseSettingOf, databaseUrlOf } from '../database/connect.js';
import { canChangeSchema } from '../database/application-role.js';
import { pendingMigrations, migrationsFolder } from '../database/migrate.js';
import { checkSessions } from '../database/session-settings.js';
import { pingRedis } from '../redis/redis-connection.js';

/** The message of a started process to the launcher that forked it, over the IPC channel. */
export interface ReadyMessage {
  type: 'ready';
  url?: string;
}

export interface Started {
  app: INestApplicationContext;
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

const redisTimeoutMs = 10_000;

/** Checks before the start that the stores respond, that all migrations are applied, and that connections keep sessions. Throws {@link ConfigError}. */
export async function preflight(settings: Settings): Promise<void> {
  await throwProblems([...databaseChecks(settings), checkRedis('REDIS_URL', settings.redisUrl)]);
}

/** The same for commands that need only databases, or only one. */
export async function preflightDatabases(settings: Settings, needed: readonly Tier[] = tiers): Promise<void> {
  await throwProblems(databaseChecks(settings, needed));
}

const databaseChecks = (settings: Settings, needed: readonly Tier[] = tiers) =>
  needed.map((tier) => checkDatabase(databaseSettingOf(tier), databaseUrlOf(settings, tier), settings));

async function throwProblems(checks: Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(checks);
  const problems = outcomes.filter((outcome) => outcome.status === 'rejected').flatMap(({ reason }) => linesOf(reason));
  if (problems.length > 0) throw new ConfigError(problems);
}

async function checkDatabase(setting: string, url: string, { nodeEnv }: Settings): Promise<void> {
  const db = await connect(url, setting);
  try {
    await checkSessions(db, url, setting);
    const { length } = await pendingMigrations(db, migrationsFolder);
    if (length > 0) {
      throw new ConfigError([`${setting}: ${length} migrations are not applied; apply them: ${cliCommand} migrate`]);
    }
    if (nodeEnv === 'production' && (await canChangeSchema(db))) {
      const fix = 'use a role of its own; see "Database roles" in docs/operator/deployment.md';
      throw new ConfigError([`${setting}: the role of the application can change the tables; ${fix}`]);
    }
  } finally {
    await db.end();
  }
}

async function checkRedis(setting: string, url: string): Promise<void> {
  await pingRedis(url, redisTimeoutMs).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`${setting}: Redis does not answer (${why}); start it, or correct the setting`]);
  });
}

function linesOf(reason: unknown): string[] {
  if (reason instanceof ConfigError) return reason.lines;
  return [reason instanceof Error ? reason.message : String(reason)];
}
