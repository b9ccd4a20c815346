import { Command } from 'commander';
import { tiers } from '../common/identity/caller.js';
import { ConfigError } from '../config/env.js';
import { loadSettings } from '../config/settings.js';
import { connect, databaseSettingOf, databaseUrlOf, ownerUrlOf } from '../platform/database/connect.js';
import { migrate, migrationsFolder } from '../platform/database/migrate.js';
import { recordCommandBySql } from './operator-command.js';
import { withDatabase } from './doctor/database-checks.js';
import { CommandError, jsonOption, print } from './options.js';
import { withRedis } from './doctor/redis-checks.js';
import { WebhookSecrets, type Resealed } from '../webhooks/endpoints/webhook-secrets.service.js';
import { withServices } from './with-services.js';

/** A deployment runs this command before it starts the new version. `npm start` applies the migrations automatically. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Apply pending migrations to both databases, and grant the privileges of the application')
    .action(async () => {
      const settings = loadSettings();
      const withoutOwner = tiers.filter((tier) => ownerUrlOf(settings, tier) === undefined);
      if (settings.nodeEnv === 'production' && withoutOwner.length > 0) {
        const fix = 'is required for migrate in production; name the owner of the tables';
        throw new ConfigError(withoutOwner.map((tier) => `${tier.toUpperCase()}_DATABASE_OWNER_URL: ${fix}`));
      }
      for (const tier of tiers) {
        const url = databaseUrlOf(settings, tier);
        const owner = ownerUrlOf(settings, tier) ?? url;
        const applied = await migrate(owner, migrationsFolder, databaseSettingOf(tier), url);
        process.stdout.write(`${tier}: ${applied.length === 0 ? 'up to date' : `applied ${applied.join(', ')}`}\n`);
        if (tier === 'live') await record(owner);
      }
    });
}

/** After the migration, because a new database has no tables before it. */
async function record(url: string): Promise<void> {
  const db = await connect(url, databaseSettingOf('live'));
  try {
    await recordCommandBySql(db);
  } finally {
    await db.end();
  }
}

const help = `
Use it after a restore of the databases: Redis has queues, caches and sessions of the time before. Queues are rebuilt from the
databases, rate limits start again, and users sign in again. The Redis server must belong to this service alone.`;

export function redisCommand(): Command {
  const flush = new Command('flush')
    .description('Delete everything in Redis, after a restore of the databases')
    .requiredOption('--yes', 'confirm that all sessions end')
    .addOption(jsonOption())
    .addHelpText('after', help)
    .action(flushAll);
  return new Command('redis').description('Manage Redis').addCommand(flush);
}

async function flushAll({ json }: { json?: boolean }): Promise<void> {
  const settings = loadSettings();
  const deleted = await withRedis(settings.redisUrl, async (redis) => {
    const keys = await redis.dbsize();
    await redis.flushall();
    return keys;
  }).catch((error: unknown) => {
    throw new CommandError(`Redis is not flushed: ${(error as Error).message}. Correct REDIS_URL or start Redis.`);
  });
  // A restored database can lack the table of the log.
  await withDatabase(settings, 'live', recordCommandBySql).catch(() => undefined);
  print(json, { deleted }, `${deleted} keys deleted.`);
}

const resealHelp = `
Run it after you change SVC_MASTER_KEY and add the previous key to SVC_PREVIOUS_MASTER_KEYS. Workers also re-encrypt secrets once a minute.`;

export function secretsCommand(): Command {
  const reseal = new Command('reseal')
    .description('Re-encrypt secrets of previous master keys with the current master key')
    .addOption(jsonOption())
    .addHelpText('after', resealHelp)
    .action(resealAll);
  return new Command('secrets').description('Manage the secrets that the master key encrypts').addCommand(reseal);
}

async function resealAll({ json }: { json?: boolean }): Promise<void> {
  const done = await withServices(async (services) => {
    const secrets = services.get(WebhookSecrets);
    return { sandbox: await secrets.reseal('sandbox'), live: await secrets.reseal('live') };
  });
  print(json, done, tiers.map((tier) => `${tier}: ${resultOf(done[tier])}`).join('\n'));
}

function resultOf({ resealed, unopened }: Resealed): string {
  const done = `${resealed} secrets re-encrypted.`;
  if (unopened === 0) return done;
  return `${done} No known master key decrypts ${unopened} secrets. Add the missing key to SVC_PREVIOUS_MASTER_KEYS.`;
}
