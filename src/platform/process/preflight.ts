import { tiers, type Tier } from '../../common/identity/caller.js';
import { ConfigError } from '../../config/env.js';
import type { Settings } from '../../config/settings.js';
import { cliCommand } from '../../config/programs.js';
import { connect, databaseSettingOf, databaseUrlOf } from '../database/connect.js';
import { canChangeSchema } from '../database/application-role.js';
import { pendingMigrations, migrationsFolder } from '../database/migrate.js';
import { checkSessions } from '../database/session-settings.js';
import { pingRedis } from '../redis/redis-connection.js';

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
